using Orchestrator.Cli.Output;
using Orchestrator.Cli.Status.Evidence;
using Orchestrator.Lab.Monitoring;

namespace Orchestrator.Cli.Lab;

/// <summary>What the verb monitor shows.</summary>
internal static class MonitorScreen
{
    private const int HashChars = 12;
    private const int StatementChars = 100;
    private const int PackagesMax = 4;
    private const int WaitsMax = 3;

    /// <summary>A change, as it is seen.</summary>
    public static Line Line(PlanChange change) =>
        new Line($"{Words.Moment(change.At)}  ")
            .Add(
                change.IsOfSameShape ? "plan, of the same shape," : "plan",
                change.IsOfSameShape ? Ink.Plain : Ink.Warn)
            .Add($" {Short(change.From)} → {Short(change.To)}  {Words.Fit(change.Statement, StatementChars)}");

    /// <summary>What a `monitor run` has done, and what that has cost.</summary>
    public static IEnumerable<Line> Lines(MonitorPeriod period)
    {
        yield return new Line(period.Connection, Ink.Strong).Add(
            $" ({period.Platform})  watched for {Words.Duration(period.Ended - period.Began)}: "
            + $"{Words.Count(period.Looks, "look")}, {Words.Count(period.Fetches, "plan")} asked for");
        yield return new Line(Cost(period), Ink.Dim);
        foreach (var what in period.Unseen)
        {
            yield return new Line(what, Ink.Dim);
        }
    }

    public static object Document(MonitorPeriod period) => new
    {
        schema_version = Json.SchemaVersion,
        connection = period.Connection,
        platform = period.Platform,
        period = Part(period),
    };

    /// <summary>The connections, then each change in a few lines.</summary>
    public static IEnumerable<Line> Lines(
        IReadOnlyList<WatchRecord> watches,
        IReadOnlyList<(SightingRecord Seen, IReadOnlyList<PackageAtWork> Packages)> listed, bool isAll)
    {
        foreach (var line in watches.SelectMany(Lines))
        {
            yield return line;
        }

        if (listed.Count == 0)
        {
            yield return isAll ? "no statement was seen" : "no plan has changed its shape (--all lists all statements)";
        }

        foreach (var (seen, packages) in listed)
        {
            yield return "";
            yield return Words.Fit(seen.Statement, StatementChars);
            yield return new Line($"  {seen.Connection}  ").Add(Change(seen), seen.IsChange ? Ink.Warn : Ink.Plain);
            yield return $"  from {Words.Moment(seen.First)} to {Words.Moment(seen.Last)}, seen in "
                + Words.Count(seen.Seen, "look");
            yield return new Line($"  {Packages(seen, packages)}", Ink.Dim);
        }
    }

    public static object Document(
        IReadOnlyList<WatchRecord> watches,
        IReadOnlyList<(SightingRecord Seen, IReadOnlyList<PackageAtWork> Packages)> listed) => new
        {
            schema_version = Json.SchemaVersion,
            connections = watches.Select(one => new
            {
                connection = one.Connection,
                environment = one.Environment,
                platform = one.Platform,
                statements = one.Statements,
                plans = one.Plans,
                periods = one.Periods.Select(Part),
                waits = one.Waits.Select(wait => new { name = wait.Wait, @class = wait.Class, seen = wait.Seen }),
            }),
            plans = listed.Select(one => new
            {
                statement = one.Seen.Statement,
                statement_hash = one.Seen.StatementHash,
                connection = one.Seen.Connection,
                environment = one.Seen.Environment,
                plan = one.Seen.Plan,
                shape = one.Seen.Shape,
                from_plan = one.Seen.Before?.Plan,
                from_shape = one.Seen.Before?.Shape,
                from_last = one.Seen.Before?.Last,
                changed = one.Seen.IsChange,
                first = one.Seen.First,
                last = one.Seen.Last,
                seen = one.Seen.Seen,
                sessions = one.Seen.Sessions,
                packages = one.Packages.Select(package => new
                {
                    run = package.Run,
                    package = package.Package,
                    told_by_session = package.IsToldBySession,
                }),
            }),
        };

    /// <summary>A plan, below what is known of it.</summary>
    public static IEnumerable<Line> Lines(PlanRecord plan, IReadOnlyList<SightingRecord> seen)
    {
        yield return new Line($"plan {plan.Hash}", Ink.Strong);
        yield return $"shape {plan.Shape}, {plan.Platform}";
        foreach (var one in seen)
        {
            yield return $"{one.Connection}  from {Words.Moment(one.First)} to {Words.Moment(one.Last)}";
            yield return $"  {one.Statement}";
        }

        yield return "";
        foreach (var line in plan.Text.Split('\n'))
        {
            yield return line;
        }
    }

    public static object Document(PlanRecord plan, IReadOnlyList<SightingRecord> seen) => new
    {
        schema_version = Json.SchemaVersion,
        plan = plan.Hash,
        shape = plan.Shape,
        platform = plan.Platform,
        text = plan.Text,
        seen = seen.Select(one => new
        {
            connection = one.Connection,
            environment = one.Environment,
            statement = one.Statement,
            first = one.First,
            last = one.Last,
            seen = one.Seen,
        }),
    };

    /// <summary>The lines that only one of two plans has.</summary>
    public static IEnumerable<Line> Lines(PlanDifference difference)
    {
        yield return new Line($"--- {Short(difference.Before.Hash)}", Ink.Bad);
        yield return new Line($"+++ {Short(difference.After.Hash)}", Ink.Good);
        yield return new Line(
            difference.Different.Count == 0 ? "they are the same"
                : difference.IsOfShapes ? "their shapes: without costs, estimates and values"
                : "their shapes are the same; their texts",
            Ink.Dim);
        foreach (var line in difference.Different)
        {
            yield return new Line(
                $"{(line.IsNew ? '+' : '-')}{line.Number,4} {line.Text}", line.IsNew ? Ink.Good : Ink.Bad);
        }
    }

    public static object Document(PlanDifference difference) => new
    {
        schema_version = Json.SchemaVersion,
        from = difference.Before.Hash,
        to = difference.After.Hash,
        of_shapes = difference.IsOfShapes,
        lines = difference.Different.Select(line => new
        {
            number = line.Number,
            is_new = line.IsNew,
            text = line.Text,
        }),
    };

    private static IEnumerable<Line> Lines(WatchRecord watch)
    {
        var looks = watch.Periods.Sum(one => one.Looks);
        yield return new Line($"{watch.Connection} ({watch.Platform}, {watch.Environment})", Ink.Strong).Add(
            $"  {Words.Count(looks, "look")}, {Words.Count(watch.Statements, "statement")}, "
            + Words.Count(watch.Plans, "plan"));
        if (watch.Periods.Count > 0)
        {
            yield return new Line(
                $"watched from {Words.Moment(watch.Periods[0].Began)} to {Words.Moment(watch.Periods[^1].Ended)}; "
                + $"the last time: {Cost(watch.Periods[^1])}", Ink.Dim);
        }

        var all = watch.Waits.Sum(one => one.Seen);
        if (all > 0)
        {
            yield return new Line("waits: " + string.Join(", ", watch.Waits.Take(WaitsMax).Select(one =>
                $"{one.Wait} ({EvidenceWords.Of(one.Class)}) {(double)one.Seen / all:0 %}")), Ink.Dim);
        }
    }

    private static string Change(SightingRecord seen) =>
        seen.Before is not { } before ? $"plan {Short(seen.Plan)}"
        : $"plan {Short(before.Plan)} → {Short(seen.Plan)}{(seen.IsChange ? "" : " (same shape)")}, "
            + $"the first seen last {Words.Moment(before.Last)}";

    private static string Packages(SightingRecord seen, IReadOnlyList<PackageAtWork> packages)
    {
        var some = Words.First(PackagesMax, packages.Select(one => $"{one.Package} of run {one.Run}"));
        var sessions = seen.Sessions.Count == 0 ? ""
            : $"; sessions: {string.Join(", ", seen.Sessions.Take(PackagesMax))}";
        return packages.Count == 0 ? $"no package was at work{sessions}"
            : packages[0].IsToldBySession ? $"run by {some}" : $"at work then: {some}";
    }

    private static string Cost(MonitorPeriod period) =>
        $"cost {period.Share:0.00 %} of one processor: {EvidenceWords.Short(period.ProcessorTime)} its own, "
        + $"{EvidenceWords.Short(period.ServerTime)} until the server had answered; "
        + Words.Count(Environment.ProcessorCount, "processor");

    private static object Part(MonitorPeriod period) => new
    {
        began = period.Began,
        ended = period.Ended,
        looks = period.Looks,
        fetches = period.Fetches,
        processor_seconds = period.ProcessorTime.TotalSeconds,
        server_seconds = period.ServerTime.TotalSeconds,
        share = period.Share,
        not_seen = period.Unseen,
    };

    private static string Short(string hash) => hash.Length <= HashChars ? hash : hash[..HashChars];
}
