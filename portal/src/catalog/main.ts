// The public catalog's script: searches while one types, and copies. Its pages are complete without.
import "./catalog.css";
import "./event.css";
import "./code.css";
import "./list.css";

const COPIED_MS = 2000;

function startSearch(form: HTMLFormElement): void {
	const input = form.querySelector("input");
	const count = form.querySelector("[data-count]");
	const none = document.querySelector<HTMLElement>("[data-none]");
	if (input === null || count === null) return;
	const items = [...document.querySelectorAll<HTMLElement>("[data-item]")].map((element) => ({
		element,
		text: (element.querySelector(".about")?.textContent ?? "").toLowerCase(),
		link: document.querySelector<HTMLElement>(`[data-link="${element.id}"]`),
	}));
	const all = count.textContent;
	const show = () => {
		const words = input.value.toLowerCase().split(/\s+/);
		let found = 0;
		for (const { element, text, link } of items) {
			element.hidden = !words.every((word) => text.includes(word));
			if (link !== null) link.hidden = element.hidden;
			if (!element.hidden) found++;
		}
		for (const group of document.querySelectorAll<HTMLElement>("[data-group]")) {
			group.hidden = group.querySelector("[data-item]:not([hidden])") === null;
		}
		if (none !== null) none.hidden = found > 0;
		count.textContent = found === items.length ? all : `${found} of ${all}`;
		const url = new URL(location.href);
		if (input.value === "") url.searchParams.delete("q");
		else url.searchParams.set("q", input.value);
		history.replaceState(null, "", url);
	};
	form.classList.add("live");
	input.addEventListener("input", show);
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		show();
	});
}

function startCopy(button: HTMLButtonElement): void {
	const text = button.closest("figure")?.querySelector("pre");
	const word = button.textContent;
	button.hidden = false;
	button.addEventListener("click", async () => {
		try {
			await navigator.clipboard.writeText(text?.textContent ?? "");
			button.textContent = "Copied";
		} catch {
			button.textContent = "Not allowed here";
		}
		setTimeout(() => {
			button.textContent = word;
		}, COPIED_MS);
	});
}

const live = document.querySelector<HTMLFormElement>("form[data-live]");
if (live !== null) startSearch(live);
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) startCopy(button);
