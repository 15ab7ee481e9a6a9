/** The theme's variables as a style sheet; the bundler writes it (vite.config.ts). */
declare module "virtual:theme.css";

/** The address of the service worker of this language; the bundler writes it (vite.config.ts). */
declare const SERVICE_WORKER: string;
