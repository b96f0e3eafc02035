using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Ledger;

/// <summary>The text of one file that a plan was compiled from.</summary>
/// <param name="Path">Its path below the solution, with `/`.</param>
/// <param name="Content">Its text.</param>
public sealed record PlanFile(string Path, string Content)
{
    /// <summary>What tells one set of files from another; empty for none.</summary>
    internal static string HashOf(IReadOnlyList<PlanFile> files)
    {
        if (files.Count == 0)
        {
            return "";
        }

        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var text in files.SelectMany(file => new[] { file.Path, file.Content }))
        {
            var bytes = Encoding.UTF8.GetBytes(text);
            hash.AppendData(BitConverter.GetBytes(bytes.LongLength));
            hash.AppendData(bytes);
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }
}
