using Orchestrator.Tds;

if (args is not [var name, _, ..])
{
    Console.Error.WriteLine("usage: Orchestrator.Tds TABLE COLUMN... (swallows bulk loads until its input ends)");
    return 2;
}

using var server = SwallowingServer.Start(name, args[1..]);
Console.WriteLine(server.Port);
Console.In.ReadToEnd();
return 0;
