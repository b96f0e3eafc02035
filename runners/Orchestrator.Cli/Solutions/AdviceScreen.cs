using Orchestrator.Cli.Output;
using Orchestrator.Cli.Status.Evidence;
using Orchestrator.Core.Advice;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Solutions;

/// <summary>What relaxing the durability of databases would do, a line each.</summary>
internal static class AdviceScreen
{
    public static IEnumerable<Line> Lines(IEnumerable<RelaxingForecast> forecasts, Solution solution) =>
        forecasts.Select(forecast =>
            new Line("advice: ", Ink.Strong).Add(Sentence(forecast, Find(forecast, solution))));

    public static IEnumerable<object> Documents(IEnumerable<RelaxingForecast> forecasts, Solution solution) =>
        forecasts.Select(forecast => (object)new
        {
            connection = forecast.Connection,
            is_relaxed = Find(forecast, solution).IsRelaxed,
            effect = forecast.Effect,
            from_run = forecast.Run,
            seconds = forecast.Before.TotalSeconds,
            seconds_if_relaxed = forecast.Effect == RelaxingEffect.Unknown
                ? null : (double?)forecast.After.TotalSeconds,
            packages = forecast.Packages,
            commits = forecast.Commits,
            log_seconds = forecast.LogTime.TotalSeconds,
            text = Sentence(forecast, Find(forecast, solution)),
        });

    private static string Sentence(RelaxingForecast forecast, Connection connection)
    {
        var commits = $"{Words.Count(forecast.Commits, "commit")} of "
            + $"{Words.Count(forecast.Packages, "package")} in run {forecast.Run}";
        return $"{forecast.Connection}: " + (forecast.Effect switch
        {
            RelaxingEffect.Helps when connection.IsRelaxed =>
                $"about {EvidenceWords.Short(forecast.After)} as it is relaxed, "
                + $"{EvidenceWords.Short(forecast.Before)} if it were not; "
                + $"{commits} waited {EvidenceWords.Short(forecast.LogTime)} for the log",
            RelaxingEffect.Helps => $"{EvidenceWords.Short(forecast.Before)} → about "
                + $"{EvidenceWords.Short(forecast.After)} if relaxed{How(connection)}; "
                + $"{commits} waited {EvidenceWords.Short(forecast.LogTime)} for the log",
            RelaxingEffect.OneCommitPerTable =>
                $"delayed durability cannot help: one commit per table or little more ({commits})",
            RelaxingEffect.SavesNothing => "delayed durability cannot help: "
                + $"{commits} waited only {EvidenceWords.Short(forecast.LogTime)} for the log",
            _ => $"whether delayed durability would help is not known: what the log cost {commits} is not available "
                + $"(waits {forecast.Run})",
        });
    }

    private static string How(Connection connection) => connection.Reloadable
        ? " (delayedDurability: {mode: forced})"
        : " (reloadable: true, delayedDurability: {mode: forced})";

    private static Connection Find(RelaxingForecast forecast, Solution solution) =>
        solution.Connections.First(one => one.Name == forecast.Connection);
}
