using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Data;
using Orchestrator.Lab.Monitoring;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Lab;

/// <summary>`monitor run`: watches a connection until Ctrl-C, or the time is over.</summary>
internal static class MonitorRun
{
    private static readonly TimeSpan EveryDefault = TimeSpan.FromSeconds(5);

    // What a timer can hold, and a person means.
    private static readonly TimeSpan EveryMax = TimeSpan.FromHours(1);

    public static Option<string> Every { get; } =
        CommonOptions.Text("--every", "TIME", "run: the time between two looks [default: 5s]");

    public static Option<string> For { get; } =
        CommonOptions.Text("--for", "TIME", "run: how long, such as 8h or 3d [default: until Ctrl-C]");

    public static Option<string> SizeMax { get; } =
        CommonOptions.Text("--size-max", "MB", "run: how large its file may become [default: 256]");

    public static Option<string> AgeMax { get; } =
        CommonOptions.Text("--age-max", "TIME", "run: how long what was seen is kept [default: 30d]");

    public static int Run(Call call) => RunVerb.Listening(call, stop => Run(call, stop));

    private static int Run(Call call, StopRequests stop)
    {
        if (call.Text(CallMonitor.Connection).Value is not { } name)
        {
            throw new UsageException("which connection? `monitor run` watches one", "add --connection CONN");
        }

        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var connection = ConnectionsVerb.Find(solution, name);
        var platform = Watchable(connection);
        var request = Request(call, solution, connection, platform);
        try
        {
            return MonitorHost.Run(request, stop) is { } period ? Tell(call, period) : Held(call, name);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, name) is { } error)
        {
            call.Messages.Write(ConnectionTestScreen.Failure(name, error));
            return ExitCode.Unreachable;
        }
    }

    private static IPlatform Watchable(Connection connection) => ConnectionAccess.PlatformOf(connection) switch
    {
        null => throw new UsageException($"'{connection.Name}' is a folder of files, not a database"),
        { Abilities.IsFile: true } file => throw new UsageException(
            $"'{connection.Name}' is a {file.Name} file: statements there are planned within the process that runs "
            + "them, and nobody else sees them", "`orchestrator waits` shows what packages waited for there"),
        { Dialect.QueryPlans: null } blind => throw new UsageException(
            $"'{connection.Name}' is a {blind.Name} database: the monitor cannot look at plans there",
            "`orchestrator waits` shows what packages waited for there"),
        var platform => platform,
    };

    private static MonitorRequest Request(Call call, Solution solution, Connection connection, IPlatform platform)
    {
        var access = CallConnections.Access(call, solution);
        return new MonitorRequest
        {
            Connection = connection.Name,
            Environment = solution.Environment,
            Platform = platform,
            Open = () => platform.OpenQueryPlans(access.Databases(connection)[0], new DatabaseUse
            {
                IsTarget = false,
                Time = call.Host.Time,
                Application = "orchestrator monitor",
            })!,
            Explain = fault => ConnectionAccess.Explain(fault, connection.Name)?.Message,
            File = CallMonitor.File(call),
            Time = call.Host.Time,
            Every = EveryOf(call),
            For = CallMonitor.Time(call, For),
            Limits = LimitsOf(call),
            Changed = change => call.Say(MonitorScreen.Line(change)),
            Say = call.Warn,
        };
    }

    private static TimeSpan EveryOf(Call call) => CallMonitor.Time(call, Every) is not { } every ? EveryDefault
        : every <= EveryMax ? every
        : throw new UsageException($"expected {call.Text(Every).From} to be at most 1h, got: "
            + $"'{call.Text(Every).Value}'");

    private static MonitorLimits LimitsOf(Call call)
    {
        const int MegabytesMax = 1 << 20;
        var limits = new MonitorLimits();
        var (text, from) = call.Text(SizeMax);
        var size = text is null ? limits.BytesMax
            : int.TryParse(text, NumberStyles.None, null, out var megabytes) && megabytes is > 0 and <= MegabytesMax
                ? (long)megabytes << 20
            : throw new UsageException(
                $"expected {from} to be a whole number of megabytes from 1 to {MegabytesMax}, got: '{text}'");
        return limits with { BytesMax = size, AgeMax = CallMonitor.Time(call, AgeMax) ?? limits.AgeMax };
    }

    private static int Tell(Call call, MonitorPeriod period)
    {
        call.Write(() => MonitorScreen.Document(period), () => MonitorScreen.Lines(period));
        if (!call.IsJson)
        {
            call.Say($"see:  {NextCommands.Line(call, "monitor plans")}");
        }

        return ExitCode.Done;
    }

    private static int Held(Call call, string name)
    {
        call.Messages.Write(new Line("refused", Ink.Bad).Add($": another process watches '{name}'"));
        call.Messages.Write($"see:  {NextCommands.Line(call, "monitor plans")}");
        return ExitCode.HeldByAnother;
    }
}
