using System.Globalization;
using System.Text.Json;

namespace Orchestrator.Tds;

/// <summary>The other end of a <see cref="StoreProcess"/>: words in, one line each, and lines out.</summary>
internal sealed class StoreCommands(TdsServer server, TableStore store)
{
    /// <summary>Answers until the input ends.</summary>
    public static void Serve()
    {
        using var server = TdsServer.Start();
        var commands = new StoreCommands(server, new TableStore(server));
        Console.WriteLine(server.Port);
        while (Console.ReadLine() is { } line)
        {
            Console.WriteLine(JsonSerializer.Serialize(commands.Try(JsonSerializer.Deserialize<string[]>(line)!)));
        }
    }

    // The first line says what went wrong; empty = nothing.
    private string[] Try(string[] words)
    {
        try
        {
            return ["", .. Do(words)];
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            return [fault.Message];
        }
    }

    private IEnumerable<string> Do(string[] words)
    {
        switch (words)
        {
            case ["setting", var database]:
                return [store.Durability[database]];
            case ["tables"]:
                return store.Tables;
            case ["flushes"]:
                return [store.Durability.Flushes.ToString(CultureInfo.InvariantCulture)];
            case ["failures"]:
                return server.Failures.Select(failure => failure.Message)
                    .Concat(server.Unanswered).Concat(server.Unparsed);
            case ["rows", var table, .. var columns]:
                return store.Rows(table, columns).Select(Shown);
            case ["sent", var text]:
                return server.Recorder.Lines.Where(line => line.Contains(text, StringComparison.Ordinal));
            default:
                Change(words);
                return [];
        }
    }

    private void Change(string[] words)
    {
        switch (words)
        {
            case ["set", var database, var value]:
                store.Durability[database] = value;
                break;
            case ["crash"]:
                store.Crash();
                break;
            case ["run", var sql]:
                store.Run(sql);
                break;
            case ["refuse", var number, var text]:
                store.Durability.Refuse(new ServerMessage(int.Parse(number, CultureInfo.InvariantCulture), text));
                break;
            case ["block", var times]:
                store.Durability.Block(int.Parse(times, CultureInfo.InvariantCulture));
                break;
            case ["fail-flush", var code]:
                store.Durability.FailFlushes(int.Parse(code, CultureInfo.InvariantCulture));
                break;
            case ["grant", var right]:
                store.Durability.MayAlter = right == "alter";
                break;
            case ["obstruct", var what, var detail]:
                store.Durability.Obstruct(what, detail);
                break;
            default:
                throw new NotSupportedException($"no such command: {string.Join(' ', words)}");
        }
    }

    private static string Shown(object?[] row) =>
        string.Join(',', row.Select(value => Convert.ToString(value, CultureInfo.InvariantCulture)));
}
