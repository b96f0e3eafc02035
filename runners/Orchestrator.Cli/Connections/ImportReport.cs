using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Import;

namespace Orchestrator.Cli.Connections;

/// <summary>Says what an import did.</summary>
internal static class ImportReport
{
    /// <summary>The same in the document that every import has.</summary>
    public static void Write(Call call, ImportResult result, params string[] next) =>
        Write(call, result, () => ImportScreen.Document(result), next);

    /// <summary>Warns of what was left out, and writes what was done.</summary>
    /// <param name="call">The call.</param>
    /// <param name="result">What it did.</param>
    /// <param name="document">The same for machines.</param>
    /// <param name="next">What to do next, each a line.</param>
    public static void Write(Call call, ImportResult result, Func<object> document, params string[] next)
    {
        foreach (var (table, why) in result.LeftOut)
        {
            call.Warn($"no object was made for the table {table}: {why}");
        }

        if (result.Content.Tables.Count == 0 && (result.HasObjects || result.Content.Wanted.Count == 0))
        {
            call.Warn(result.Content.All.Count == 0 ? $"{result.From} shows no table"
                : result.Content.Wanted.Count == 0 ? $"no table of {result.From} was asked for"
                : "only views were asked for, and views are not imported: write an object for each");
        }

        call.Write(document, () => ImportScreen.Lines(result, call.IsVerbose).Concat(next.Select(line => (Line)line)));
    }
}
