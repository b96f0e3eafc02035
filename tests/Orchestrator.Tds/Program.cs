using Orchestrator.Tds;

if (args is not [var name, _, ..])
{
    Console.Error.WriteLine("usage: Orchestrator.Tds TABLE COLUMN... (swallows bulk loads until its input ends)");
    return 2;
}

using var server = TdsServer.Start();
server.Table(name, args[1..]);
server.OnBulk(name, (load, _) => load.Swallow());
Console.WriteLine(server.Port);
Console.In.ReadToEnd();
return 0;
