using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Ledger;

/// <summary>The ledger of a call: the one it names, or the solution's own.</summary>
internal static class CallLedger
{
    /// <summary>
    /// Where it is: `--ledger` names a connection of the solution or a file; else what solution.yaml says, also where
    /// something else in the metadata is broken.
    /// </summary>
    /// <exception cref="UsageException">What `-C` names is no folder, or the ledger no database.</exception>
    /// <exception cref="LedgerException">A variable or secret of the connection is missing: exit code 4.</exception>
    public static LedgerLocation Location(Call call) => call.Ledger ??= AtAFile(Located(call));

    /// <summary>Opens it; null where nothing has run yet.</summary>
    /// <exception cref="LedgerException">It cannot be reached, or the file that was named does not exist.</exception>
    public static LedgerReader? Open(Call call) => LedgerReader.Open(Location(call), call.Host.Time)
        ?? (call.LedgerName is null ? null : throw Missing(Location(call).Name));

    /// <summary>
    /// Opens it for a verb that connects to nothing by itself: a ledger on a server is asked only where the call names
    /// it.
    /// </summary>
    /// <exception cref="UsageException">It is on a server, and the call does not name it.</exception>
    /// <exception cref="LedgerException">It cannot be reached, or the file that was named does not exist.</exception>
    public static LedgerReader? OpenNamed(Call call) => MayAsk(call) ? Open(call) : throw new UsageException(
        $"what runs did is in a ledger on a server, and `{call.Verb.Name}` connects to nothing by itself",
        $"allow it by naming the ledger: --ledger {Connections(call).Ledger}");

    /// <summary>The run of that name in the environment that the call names.</summary>
    /// <exception cref="UsageException">There is none.</exception>
    public static RunRecord Find(LedgerReader reader, string name, string? environment)
    {
        try
        {
            return reader.Find(name, environment);
        }
        catch (LedgerException missing) when (missing.Code == LedgerCodes.NoSuchRun)
        {
            throw new UsageException(missing.Message);
        }
    }

    /// <summary>
    /// Median durations of past successes by the index of the package; empty without history, and where the ledger is
    /// on a server that the call does not name: a plan connects to nothing by itself.
    /// </summary>
    public static IReadOnlyDictionary<int, TimeSpan> Expected(Call call, Plan plan)
    {
        if (call.LedgerName is not null && Location(call) is { File: { Length: > 0 } file } && !File.Exists(file))
        {
            call.Say($"without durations, because there is no ledger {file}");
        }

        var medians = IfAtHand(call, reader => reader.MedianDurations(plan.Environment))
            ?? new Dictionary<string, TimeSpan>();
        return plan.Nodes.Where(node => node.Kind == NodeKind.Package && medians.ContainsKey(node.Name))
            .ToDictionary(node => node.Index, node => medians[node.Name]);
    }

    /// <summary>
    /// Asks the ledger; null without one, and where it is on a server that the call does not name, or closed to this
    /// user.
    /// </summary>
    public static T? IfAtHand<T>(Call call, Func<LedgerReader, T> ask)
        where T : class
    {
        using var reader = MayAsk(call) ? Permitted(call) : null;
        return reader is null ? null : ask(reader);
    }

    // Who reviews a plan need not be who runs it.
    private static LedgerReader? Permitted(Call call)
    {
        try
        {
            return LedgerReader.Open(Location(call), call.Host.Time);
        }
        catch (LedgerException closed) when (closed.InnerException is UnauthorizedAccessException)
        {
            call.Say($"without durations, because the ledger is closed to this user: {closed.InnerException.Message}");
            return null;
        }
    }

    private static bool MayAsk(Call call) => call.LedgerName is not null
        || Connections(call) is not { Ledger: { } ledger } solution
        || solution.Connections.Any(one => one.Name == ledger && one.Facts.Form == StoreForm.File);

    private static LedgerLocation Located(Call call)
    {
        var folder = CallSolution.Folder(call);
        var solution = Connections(call);
        var name = call.LedgerName ?? solution.Ledger;
        var connection = solution.Connections.FirstOrDefault(one => one.Name == name);
        if (connection is not null)
        {
            return Of(call, solution, connection);
        }

        LedgerName.RefuseConnectionString(call, name);
        return call.LedgerPath is { } file ? LedgerName.AFile(call, solution, file)
            : name is null ? LedgerLocation.OfSolution(folder)
            : throw new UsageException($"solution.yaml names the ledger '{name}', and there is no such connection",
                "correct `ledger:`, or name the ledger with --ledger");
    }

    // SQLite would wait for ever for what comes out of a pipe. Asked before this process has the ledger open: a second
    // way of opening it would drop its locks.
    private static LedgerLocation AtAFile(LedgerLocation location) =>
        location.File.Length > 0 && EntryKind.NotAFile(location.File) is not null
            ? throw Missing(location.File) : location;

    private static LedgerLocation Of(Call call, Solution solution, Connection connection)
    {
        if (ConnectionAccess.PlatformOf(connection) is not { } platform)
        {
            throw new UsageException($"the connection '{connection.Name}' is a folder of files, which holds no ledger",
                "name a connection to a database, or a file");
        }

        if (!connection.Facts.HoldsLedger)
        {
            throw new UsageException(
                $"the connection '{connection.Name}' is a {platform.Name} database, which holds no ledger",
                $"name a connection to {PlatformTable.Words(row => row.HoldsLedger)}, or a file");
        }

        try
        {
            var address = CallConnections.Access(call, solution).Databases(connection)[0];
            return LedgerLocation.Of(platform, address, solution.Folder);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            throw new LedgerException(
                LedgerCodes.CannotOpen, ConnectionAccess.Explain(fault, connection.Name)!.Message, fault);
        }
    }

    public static Solution Connections(Call call) => SolutionLoader.LoadConnections(
        CallSolution.Folder(call), call.EnvironmentName, new SolutionLoadOptions { Variable = call.Host.Variable });

    public static LedgerException Missing(string name) => new(LedgerCodes.CannotOpen,
        EntryKind.NotAFile(name) is { } other ? $"{name} is {other}, no ledger" : $"there is no ledger {name}");
}
