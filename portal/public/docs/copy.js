// A button at each panel of code that puts it into the clipboard.

export function addCopyButtons() {
	if (navigator.clipboard === undefined) return;
	for (const figure of document.querySelectorAll(".code")) addCopyButton(figure);
}

function addCopyButton(figure) {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "copy";
	button.textContent = "Copy";
	const caption = figure.querySelector("figcaption").textContent;
	button.setAttribute("aria-label", `Copy: ${caption}`);
	const said = document.createElement("span");
	said.className = "unseen";
	said.setAttribute("role", "status");
	button.addEventListener("click", async () => {
		const isCopied = await navigator.clipboard
			.writeText(figure.querySelector("pre").textContent)
			.then(() => true)
			.catch(() => false);
		button.textContent = isCopied ? "Copied" : "Not allowed";
		said.textContent = button.textContent;
		setTimeout(() => {
			button.textContent = "Copy";
			said.textContent = "";
		}, 1600);
	});
	figure.append(button, said);
}
