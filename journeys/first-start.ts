/** Before the first journey: the product is started on an empty folder, and ended. Every file of journeys begins with a copy of what it left. */
export { startFirst as default } from "./world.ts";
