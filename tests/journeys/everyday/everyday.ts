/** What everyday journeys run on: one server for all files of a worker, so that each person in them has an address that no other journey uses. */
import { test as base } from "@playwright/test";
import { closeProfiles, type Product, startProduct } from "../world.ts";

interface Shared {
  readonly product: Product;
}

export const test = base.extend<object, Shared>({
  product: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct({});
      await use(product);
      await closeProfiles();
      await product.stop();
    },
    { scope: "worker" },
  ],
});
