using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Ledger;

/// <summary>What names a ledger and is no connection of the solution: a file, or a slip.</summary>
internal static class LedgerName
{
    private static readonly string[] Extensions =
        [.. PlatformTable.All.Where(row => row.HoldsLedger).SelectMany(row => row.FileExtensions)];

    /// <summary>Refuses what leads to a server by itself: a file of that name would be made, with its password.
    /// </summary>
    /// <exception cref="UsageException">It looks like a connection string; the message holds nothing of it.</exception>
    public static void RefuseConnectionString(Call call, string? name)
    {
        if (name is null || !ConnectionText.LooksLikeOne(name))
        {
            return;
        }

        call.Host.Secrets.RememberParts(name);
        throw new UsageException(call.LedgerName is null
                ? "`ledger:` of solution.yaml looks like a connection string, and is the name of a connection"
                : $"{call.Text(CommonOptions.Ledger).From} looks like a connection string, and takes the name of a "
                    + "connection or a file",
            "write it as a connection of the solution, its password as ${secret:NAME}, and name that connection");
    }

    /// <summary>The file that is meant.</summary>
    /// <exception cref="UsageException">It is not there, and more likely a connection whose name was misspelt: a run
    /// would begin a ledger of its own there, without watermarks and history.</exception>
    public static LedgerLocation AFile(Call call, Solution solution, string file)
    {
        var name = call.LedgerName!;
        if (File.Exists(file) || Directory.Exists(file))
        {
            return new LedgerLocation(file);
        }

        string[] known = [.. solution.Connections.Where(one => !one.IsFolder).Select(one => one.Name)];
        var near = NearName.To(name, solution.Connections.Select(one => one.Name));
        return near is null && IsPath(name) ? new LedgerLocation(file)
            : throw new UsageException($"there is neither a connection nor a file '{name}'; " + (near is not null
                    ? $"did you mean '{near}'?"
                    : known.Length == 0 ? "the solution has no connection to a database"
                    : $"there is: {string.Join(", ", known)}"),
                $"a new file is asked for with its folder: {file}");
    }

    private static bool IsPath(string name) => name.Contains('/') || name.Contains(Path.DirectorySeparatorChar)
        || Extensions.Contains(Path.GetExtension(name), StringComparer.OrdinalIgnoreCase);
}
