// Search over all of the documentation: a button in the bar opens it, its index is loaded when it is first opened.
import { find, toWords } from "./find.js";

const INDEX = "/docs/search.json";
const SHOWN_MAX = 20;

/** Null until it was asked for. */
let index = null;

export function addSearch() {
	const dialog = makeDialog();
	const button = element("button", "search-button", "Search");
	button.type = "button";
	button.setAttribute("aria-haspopup", "dialog");
	button.setAttribute("aria-keyshortcuts", "/");
	const hint = element("kbd", "", "/");
	hint.setAttribute("aria-hidden", "true");
	button.append(hint);
	const open = () => {
		dialog.showModal();
		dialog.querySelector("input").select();
		index ??= load();
	};
	button.addEventListener("click", open);
	addEventListener("keydown", (event) => {
		const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]") != null;
		const isAsked = event.key === "/" || (event.key === "k" && (event.metaKey || event.ctrlKey));
		if (!isAsked || isTyping || dialog.open || event.altKey) return;
		event.preventDefault();
		open();
	});
	document.querySelector(".bar").append(button);
	document.body.append(dialog);
}

async function load() {
	const answer = await fetch(INDEX);
	if (!answer.ok) throw new Error(`the index answered ${answer.status}`);
	return await answer.json();
}

function makeDialog() {
	const dialog = element("dialog", "search");
	dialog.setAttribute("aria-label", "Search the documentation");
	const form = element("form", "search-form");
	form.setAttribute("role", "search");
	const input = element("input");
	input.type = "search";
	input.placeholder = "Search guides and API";
	input.autocomplete = "off";
	input.spellcheck = false;
	input.setAttribute("aria-label", "Search guides and API");
	const close = element("button", "search-close", "Close");
	close.type = "button";
	close.addEventListener("click", () => dialog.close());
	form.append(input, close);
	const status = element("p", "search-status");
	status.setAttribute("role", "status");
	const list = element("ul", "search-results");
	dialog.append(form, status, list);

	form.addEventListener("submit", (event) => {
		event.preventDefault();
		list.querySelector("a")?.click();
	});
	input.addEventListener("input", () => void show(input.value, list, status));
	dialog.addEventListener("keydown", (event) => moveFocus(event, input, list));
	dialog.addEventListener("click", (event) => {
		// The dialog itself is hit only outside of what is in it.
		if (event.target === dialog || event.target.closest("a") !== null) dialog.close();
	});
	return dialog;
}

async function show(text, list, status) {
	const words = toWords(text);
	if (words.length === 0) {
		list.replaceChildren();
		status.textContent = "";
		return;
	}
	try {
		index ??= load();
		const found = find(await index, words);
		list.replaceChildren(...found.slice(0, SHOWN_MAX).map((entry) => toItem(entry, words)));
		const count = found.length === 1 ? "1 result" : `${found.length} results`;
		status.textContent = found.length === 0 ? `Nothing is found for “${text.trim()}”.` : count;
	} catch {
		index = null;
		list.replaceChildren();
		status.textContent = "The search could not be loaded. Type again to try again.";
	}
}

function toItem({ entry, excerpt }, words) {
	const link = element("a");
	link.href = entry.a;
	const place = element("span", "search-place", entry.h === "" ? "Guide" : entry.p);
	const title = element("strong");
	title.append(...marked(entry.h === "" ? entry.p : entry.h, words));
	const text = element("span", "search-excerpt");
	text.append(...marked(excerpt, words));
	link.append(place, title, text);
	const item = element("li");
	item.append(link);
	return item;
}

/** The text with what was searched for marked. */
function marked(text, words) {
	const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	return text.split(new RegExp(`(${escaped.join("|")})`, "i")).map((part, at) => {
		return at % 2 === 0 ? part : element("mark", "", part);
	});
}

/** Arrow keys go from the field through the results and back. */
function moveFocus(event, input, list) {
	if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
	const stops = [input, ...list.querySelectorAll("a")];
	const at = stops.indexOf(document.activeElement);
	const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
	if (next === undefined) return;
	event.preventDefault();
	next.focus();
}

function element(name, className = "", text = "") {
	const made = document.createElement(name);
	if (className !== "") made.className = className;
	if (text !== "") made.textContent = text;
	return made;
}
