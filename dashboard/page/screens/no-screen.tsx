// What stands at an address that has no screen.

export const NoScreen = () => (
  <main class="center">
    <h1>There is no such page</h1>
    <p>Nothing of the dashboard is at this address.</p>
    <a class="button" href="/">
      To the dashboard
    </a>
  </main>
)
