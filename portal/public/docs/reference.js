// Adds to the reference what needs a script: a filter, a mark where the reader is, copy buttons.
import { addCopyButtons } from "./copy.js";
import { addSearch } from "./search.js";

document.documentElement.classList.add("js");

const navigations = [...document.querySelectorAll(".side, .menu nav")];
const menu = document.querySelector(".menu");

for (const navigation of navigations) addFilter(navigation);
menu?.addEventListener("click", (event) => {
	if (event.target.closest("a") !== null) menu.open = false;
});
addCopyButtons();
addSearch();
markPlace();

function addFilter(navigation) {
	const box = document.createElement("div");
	box.className = "filter";
	box.setAttribute("role", "search");
	const input = document.createElement("input");
	input.type = "search";
	input.placeholder = "Filter";
	input.setAttribute("aria-label", "Filter operations and schemas");
	const count = document.createElement("p");
	count.className = "unseen";
	count.setAttribute("role", "status");
	const none = document.createElement("p");
	none.className = "filter-none";
	none.textContent = "Nothing matches.";
	none.hidden = true;
	box.append(input, count);
	navigation.prepend(box, none);
	input.addEventListener("input", () => {
		const shown = filter(navigation, input.value);
		none.hidden = shown > 0;
		count.textContent = input.value.trim() === "" ? "" : `${shown} matches`;
	});
	input.addEventListener("keydown", (event) => {
		if (event.key !== "Enter") return;
		navigation.querySelector("li:not([hidden]) a")?.click();
	});
}

/** Shows the links that hold every word; returns how many. */
function filter(navigation, text) {
	const words = text.toLowerCase().split(/\s+/);
	let shown = 0;
	for (const group of navigation.querySelectorAll(".group")) {
		let inGroup = 0;
		for (const item of group.querySelectorAll("li")) {
			item.hidden = !words.every((word) => item.dataset.words.includes(word));
			if (!item.hidden) inGroup++;
		}
		group.hidden = inGroup === 0;
		shown += inGroup;
	}
	return shown;
}

/** Marks the link to the uppermost part in view. */
function markPlace() {
	const entries = [...document.querySelectorAll(".entry")];
	const inView = new Set();
	let current = "";
	const observer = new IntersectionObserver(
		(changes) => {
			for (const { target, isIntersecting } of changes) {
				if (isIntersecting) inView.add(target);
				else inView.delete(target);
			}
			const first = entries.find((entry) => inView.has(entry));
			if (first === undefined || first.id === current) return;
			current = first.id;
			for (const navigation of navigations) mark(navigation, `#${current}`);
		},
		{ rootMargin: "-88px 0px -50% 0px" },
	);
	for (const entry of entries) observer.observe(entry);
}

function mark(navigation, hash) {
	for (const link of navigation.querySelectorAll("a")) {
		if (link.getAttribute("href") !== hash) {
			link.removeAttribute("aria-current");
			continue;
		}
		link.setAttribute("aria-current", "location");
		const { top, bottom } = link.getBoundingClientRect();
		const frame = navigation.getBoundingClientRect();
		const isOut = top < frame.top + 80 || bottom > frame.bottom;
		if (isOut && navigation.offsetParent !== null) {
			navigation.scrollTop += top - frame.top - frame.height / 3;
		}
	}
}
