/** Before the first journey: the product is started on an empty folder, and ended. Every file of journeys begins with a copy of what it left. */
import { startFirst } from "./world.ts";

export default startFirst;
