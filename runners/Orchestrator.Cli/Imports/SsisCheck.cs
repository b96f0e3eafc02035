using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Import;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Imports;

/// <summary>What `validate` says of files that are not written yet: they are read from a temporary folder.</summary>
internal static class SsisCheck
{
    public static IReadOnlyList<Diagnostic> Of(Call call, IReadOnlyList<ImportFile> files)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-import-").FullName;
        try
        {
            foreach (var file in files)
            {
                SolutionElsewhere.Write(folder, file.Path, path => File.WriteAllText(path, file.Text));
            }

            var loaded = SolutionLoader.Load(folder, null, new SolutionLoadOptions
            {
                Variable = call.Host.Variable,
                Listing = Kinds.Listing,
            });
            return loaded.Solution is not { } solution ? loaded.Diagnostics :
            [
                .. loaded.Diagnostics,
                .. solution.Batches.SelectMany(batch => CallSolution.Compile(solution, batch.Name).Diagnostics),
            ];
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
