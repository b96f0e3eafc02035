using Orchestrator.Core;

namespace Orchestrator.Ledger.Tests;

/// <summary>The second process of the tests: `hold`, `die` or `write`, then where the ledger is.</summary>
internal static class Program
{
    public static int Main(string[] args)
    {
        var location = Places.Parse(args[1]);
        switch (args[0])
        {
            case "hold":
                Hold(location, args[2]);
                return 0;
            case "work":
                Work(location, args[2]);
                return 0;
            case "write":
                Write(location, args[2], int.Parse(args[3]));
                return 0;
            default:
                return 2;
        }
    }

    private static void Hold(LedgerLocation location, string batch)
    {
        using var held = RunLock.Acquire(location, batch, "default");
        WaitForTheEnd("holding");
    }

    private static void Work(LedgerLocation location, string batch)
    {
        using var run = LedgerFixture.Begin(location, Plans.Of(batch, packages: 3));
        run.Writer.Record(Turns.Running(1));
        run.Writer.Record(Turns.Running(2));
        run.Writer.Record(Turns.Ended(2, NodeState.Succeeded));
        WaitForTheEnd("working");
    }

    private static void Write(LedgerLocation location, string batch, int packages)
    {
        using var run = LedgerFixture.Begin(location, Plans.Of(batch, packages));
        for (var node = 1; node <= packages; node++)
        {
            Console.WriteLine(run.Writer.Record(Turns.Running(node)).Attempts[0].AttemptId);
        }

        run.Writer.Record(Turns.End(RunVerdict.Succeeded));
    }

    private static void WaitForTheEnd(string what)
    {
        Console.WriteLine(what);
        Console.ReadLine();
    }
}
