using Orchestrator.Cli.Output;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run;

/// <summary>What a run says of itself before it begins.</summary>
internal static class RunHeaderScreen
{
    public static IEnumerable<Line> Lines(RunHeader header)
    {
        yield return new Line($"run {header.Run}", Ink.Strong)
            .Add($"  {header.Batch}, environment {header.Environment}, {Words.Count(header.Packages, "package")}")
            .Add($", gate {header.Gate} ({header.GateWhy})");
        var commit = header.GitCommit is { } hash ? $", commit {hash[..10]}" : "";
        yield return new Line($"  plan {header.PlanHash[..Math.Min(12, header.PlanHash.Length)]}{commit}", Ink.Dim);
        if (header.Continues is { } continued)
        {
            yield return $"  continues run {continued}: {Words.Count(header.Done, "package")} done there";
        }

        foreach (var option in header.Options)
        {
            yield return $"  {option.Name} = {option.Value}  ({option.From})";
        }

        foreach (var line in header.Durability)
        {
            yield return line.IsRelaxed
                ? $"  {line.Connection}: commits reach the disk later{(line.Why.Length > 0 ? $" ({line.Why})" : "")}"
                : new Line($"  {line.Connection} stays durable: {line.Why}", Ink.Warn);
        }

        foreach (var earlier in header.EndedUnexpectedly)
        {
            yield return new Line($"  run {earlier} ended unexpectedly: its process died before its end", Ink.Warn);
        }

        foreach (var text in header.PutBack)
        {
            yield return $"  {text}";
        }
    }
}
