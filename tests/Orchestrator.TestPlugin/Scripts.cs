using System.Text;
using Orchestrator.Plugins;

namespace Orchestrator.TestPlugin;

/// <summary>What a class that works between loads is told.</summary>
public sealed record Work
{
    /// <summary>What is done: the name of a step.</summary>
    public string Step { get; init; } = "";

    /// <summary>A text that the run has found out.</summary>
    public string? Told { get; init; }

    /// <summary>A connection.</summary>
    public string Connection { get; init; } = "Db";

    /// <summary>A value.</summary>
    public string? Value { get; init; }
}

/// <summary>One row of what is asked.</summary>
public sealed record Line(int Id, string? Name);

/// <summary>Reads a file and a table, changes the table, writes a file, sets values.</summary>
public sealed class Worked : ScriptTask<Work>
{
    /// <inheritdoc/>
    protected override void Run(Work options, IScriptContext context)
    {
        var before = context.Read<Line>(options.Connection, "select Id, Name from line where Id >= @least order by Id",
            ("least", 1));
        using var reader = new StreamReader(context.OpenFile("Files", context.Files("Files", "*.txt")[0]));
        var changed = context.Execute(options.Connection,
            "insert into line values (3, @name); update line set Name = 'x' where Id = 1;",
            ("name", reader.ReadToEnd().Trim()));
        context.WriteFile("Files", "out/lines.csv", file =>
        {
            using var writer = new StreamWriter(file, new UTF8Encoding(false));
            writer.Write($"{before.Count}\n");
        });
        context.Set("count", before.Count);
        context.Set("day", new DateOnly(2026, 1, 31));
        context.SetRows("lines", before.Select(line => new object?[] { line.Id, line.Name }));
        context.Log($"run {context.Run} of {context.Package} changed {changed}");
    }
}

/// <summary>Does one thing that goes wrong, or may.</summary>
public sealed class Odd : ScriptTask<Work>
{
    /// <inheritdoc/>
    protected override void Run(Work options, IScriptContext context)
    {
        switch (options.Step)
        {
            case "throw": throw new InvalidOperationException($"'{options.Value}' is odd");
            case "io": throw new IOException($"'{options.Value}' is no disk");
            case "timeout": throw new TimeoutException("nobody answered");
            case "late": throw new TaskCanceledException("the server was slow");
            case "plain":
                context.Log($"had {options.Value}");
                throw new InvalidOperationException($"no {options.Value} here");
            case "secret": throw new InvalidOperationException($"refused {context.Secret("KEY")}");
            case "wait":
                context.Log("waiting");
                context.Cancellation.WaitHandle.WaitOne();
                context.Cancellation.ThrowIfCancellationRequested();
                break;
            case "never":
                context.Log("waiting");
                Thread.CurrentThread.Join();
                break;
            case "return":
                context.Log("waiting");
                context.Cancellation.WaitHandle.WaitOne();
                break;
            case "tasks":
                context.Log("waiting");
                Task.Run(() => context.Cancellation.WaitHandle.WaitOne()).ContinueWith(
                    _ => context.Cancellation.ThrowIfCancellationRequested(), TaskScheduler.Default).Wait();
                break;
            case "set": context.Set("count", options.Value); break;
            case "null": context.Set("count", null); break;
            case "bytes": context.Set("count", new byte[1]); break;
            case "twice":
                context.Set("count", 1);
                context.Set("count", 2);
                break;
            case "caught":
                Try(() => context.Set("other", 1));
                context.Set("count", 1);
                break;
            case "rows": context.SetRows("count", []); break;
            case "read": context.Read<Line>(options.Connection, "select Id, Name from line"); break;
            case "execute": context.Execute(options.Connection, options.Value!); break;
            case "file": context.OpenFile(options.Connection, options.Value!).Dispose(); break;
            case "write": context.WriteFile(options.Connection, options.Value!, file => file.WriteByte(1)); break;
            case "half":
                context.WriteFile(options.Connection, "half.txt", file =>
                {
                    file.WriteByte(1);
                    throw new InvalidOperationException("half of it");
                });
                break;
            case "variable": context.Log($"{context.Variable(options.Value!) ?? "nothing"}"); break;
            case "append":
                context.Execute(options.Connection, "insert into line values (9, @told)", ("told", options.Told));
                context.Set("count", 9);
                break;
            default: context.Log($"told {options.Told}"); break;
        }
    }

    private static void Try(Action step)
    {
        try
        {
            step();
        }
        catch (Exception)
        {
            // Whatever it was.
        }
    }
}

/// <summary>Is at work before it is asked to, and fails.</summary>
public sealed class Hasty : ScriptTask<Work>
{
    /// <summary>Makes none.</summary>
    public Hasty() => throw new TimeoutException("nobody answered while it was made");

    /// <inheritdoc/>
    protected override void Run(Work options, IScriptContext context) => context.Log("made");
}

/// <summary>Cannot be made ready.</summary>
public sealed class Unsettled : ScriptTask<Work>
{
    private static readonly string Settings = Read();

    /// <inheritdoc/>
    protected override void Run(Work options, IScriptContext context) => context.Log(Settings);

    private static string Read() => throw new InvalidOperationException("no settings beside it");
}

/// <summary>Has something to close.</summary>
public sealed class Closed : ScriptTask<Work>, IDisposable
{
    private IScriptContext? _context;

    /// <inheritdoc/>
    public void Dispose() => _context?.Log("closed");

    /// <inheritdoc/>
    protected override void Run(Work options, IScriptContext context) => _context = context;
}
