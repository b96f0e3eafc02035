using System.Text;
using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Solutions;

/// <summary>The solution as a run was given it: its text from the ledger.</summary>
internal static class SolutionInLedger
{
    private static readonly UTF8Encoding Encoding = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>A batch of it; null after its mistakes were said.</summary>
    public static CompiledBatch? Batch(Call call, IReadOnlyList<PlanFile> files, string batch,
        Func<SolutionLoadOptions, SolutionLoadOptions> change) => SolutionElsewhere.Read(
            call, "retry", folder => Write(folder, files),
            loaded => CallSolution.Batch(call, loaded, batch), change);

    private static void Write(string folder, IReadOnlyList<PlanFile> files)
    {
        foreach (var each in files)
        {
            SolutionElsewhere.Write(folder, each.Path, file => File.WriteAllText(file, each.Content, Encoding));
        }
    }
}
