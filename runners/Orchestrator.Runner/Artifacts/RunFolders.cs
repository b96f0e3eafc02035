using System.Security.Cryptography;
using System.Text;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Artifacts;

/// <summary>Where the artifacts of a run lie.</summary>
public static class RunFolders
{
    /// <summary>
    /// `.orchestrator/runs/NUMBER` below the solution. Another ledger counts its runs from 1 as well, so those have a
    /// folder of their own beside the numbers: `ledger-` and the beginning of a hash of its place.
    /// </summary>
    public static string Of(string solutionFolder, LedgerLocation ledger, long run)
    {
        var runs = Path.Combine(solutionFolder, LedgerLocation.FolderName, "runs");
        var place = ledger.Place;
        return place == LedgerLocation.OfSolution(solutionFolder).Place
            ? Path.Combine(runs, $"{run}")
            : Path.Combine(runs, $"ledger-{Hash(place)}", $"{run}");
    }

    private static string Hash(string place) =>
        Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(place)).AsSpan(0, 4));
}
