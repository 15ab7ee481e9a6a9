/** What the build makes and no file holds. */
declare module "virtual:theme.css";
declare module "virtual:faces.css";
