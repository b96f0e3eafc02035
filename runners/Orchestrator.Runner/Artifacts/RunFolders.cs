using System.Security.Cryptography;
using System.Text;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Artifacts;

/// <summary>Where the artifacts of a run lie.</summary>
public static class RunFolders
{
    /// <summary>
    /// `.orchestrator/runs/NUMBER` below the solution. Another ledger counts its runs from 1 as well, so those have a
    /// folder of their own beside the numbers: `ledger-` and the beginning of a hash of its path.
    /// </summary>
    public static string Of(string solutionFolder, LedgerLocation ledger, long run)
    {
        var runs = Path.Combine(solutionFolder, LedgerLocation.FolderName, "runs");
        var own = Path.GetFullPath(LedgerLocation.OfSolution(solutionFolder).File);
        var file = Path.GetFullPath(ledger.File);
        return file == own ? Path.Combine(runs, $"{run}") : Path.Combine(runs, $"ledger-{Hash(file)}", $"{run}");
    }

    private static string Hash(string path) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(path)).AsSpan(0, 4));
}
