// Adds to the guides what needs a script: search, copy buttons, a mark where the reader is.
import { addCopyButtons } from "./copy.js";
import { addSearch } from "./search.js";

const HOME = "/docs/";
const REFERENCE = "/docs/api/";

document.documentElement.classList.add("js");
followOldLink();
addCopyButtons();
addSearch();
markPlace();

const menu = document.querySelector(".menu");
menu?.addEventListener("click", (event) => {
	if (event.target.closest("a") !== null) menu.open = false;
});

/** The API reference was at the address of the first page: links to its parts still lead there. */
function followOldLink() {
	const anchor = decodeURIComponent(location.hash.slice(1));
	if (location.pathname !== HOME || anchor === "") return;
	if (document.getElementById(anchor) === null) location.replace(REFERENCE + location.hash);
}

/** Marks, among what is on the page, the last heading that was scrolled past; at the end of the page the last of all. */
function markPlace() {
	const links = [...document.querySelectorAll(".contents a")];
	const headings = links.map((link) => document.getElementById(link.hash.slice(1)));
	if (links.length === 0) return;
	const mark = () => {
		const past = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 140);
		const { scrollHeight } = document.documentElement;
		const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2;
		const current = isAtEnd ? links.length - 1 : Math.max(past, 0);
		for (const [index, link] of links.entries()) {
			if (index === current) link.setAttribute("aria-current", "location");
			else link.removeAttribute("aria-current");
		}
	};
	let isAsked = false;
	addEventListener(
		"scroll",
		() => {
			if (isAsked) return;
			isAsked = true;
			requestAnimationFrame(() => {
				isAsked = false;
				mark();
			});
		},
		{ passive: true },
	);
	mark();
}
