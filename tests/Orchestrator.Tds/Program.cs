using Orchestrator.Tds;

switch (args)
{
    case ["store"]:
        StoreCommands.Serve();
        return 0;
    case [var name, _, ..]:
        using (var server = SwallowingServer.Start(name, args[1..]))
        {
            Console.WriteLine(server.Port);
            Console.In.ReadToEnd();
        }

        return 0;
    default:
        Console.Error.WriteLine(
            "usage: Orchestrator.Tds TABLE COLUMN... (swallows bulk loads) or store; both end with their input");
        return 2;
}
