using System.CommandLine;
using System.Runtime.CompilerServices;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Import.Sql;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Cli.Imports;

/// <summary>The tables of the databases that packages work with, as scripts and models tell them.</summary>
internal static class SsisCatalog
{
    private const string Example = "--catalog Dw=dw.sql --catalog Shop=shop/";

    public static Option<string[]> Paths { get; } = CommonOptions.Texts(
        "--catalog", "PATH", "ssis: scripts of T-SQL, a .sqlproj, a .dacpac or folders, whose tables count; "
            + "CONN=PATH: for that connection of the packages [default: none are known]");

    /// <summary>The tables; what cannot be read is said.</summary>
    /// <param name="call">The call.</param>
    /// <param name="estate">The packages.</param>
    /// <exception cref="UsageException">There is nothing at one of the paths, no connection is called so, or what is
    /// told for one connection lies in several databases.</exception>
    public static IReadOnlyList<ToldTable> Read(Call call, SsisEstate estate)
    {
        var named = call.Texts(Paths).Select(said => Named(call, said)).ToArray();
        var connections = estate.Projects.SelectMany(each => each.Connections
                .Concat(each.Packages.SelectMany(package => package.Connections)))
            .Select(each => each.Name).ToHashSet(StringComparer.OrdinalIgnoreCase);
        foreach (var (connection, path) in named)
        {
            if (connection.Length > 0 && !connections.Contains(connection))
            {
                throw new UsageException($"no package has a connection '{connection}'",
                    $"these are: {string.Join(", ", connections.Order(StringComparer.Ordinal))}");
            }

            if (string.IsNullOrWhiteSpace(path) || !IsThere(call, path))
            {
                throw new UsageException($"there is no file or folder '{path}'", "paths begin in the current folder");
            }
        }

        return [.. named.GroupBy(each => each.Connection, each => each.Path, StringComparer.OrdinalIgnoreCase)
            .SelectMany(each => Tables(call, each.Key, [.. each]))];
    }

    // A path may hold the sign, too.
    private static (string Connection, string Path) Named(Call call, string said) =>
        said.IndexOf('=', StringComparison.Ordinal) is var at and > 0 && !IsThere(call, said)
            ? (said[..at], said[(at + 1)..]) : ("", said);

    private static bool IsThere(Call call, string path) => Path.Exists(Path.GetFullPath(path, call.Host.Folder));

    // Apart, so that nobody waits for the parser to be loaded who names none.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static IEnumerable<ToldTable> Tables(Call call, string connection, string[] paths)
    {
        var platform = ConnectionAccess.PlatformNamed(PlatformTable.Of(SqlScripts.Language).Name)!;
        var read = SqlScripts.Read(paths, call.Host.Folder, platform, call.Host.Stop);
        call.NoteWarnings(read.Problems.Any(each => each.Severity == Severity.Warning));
        if (read.Problems.Count > 0 && (read.IsPartial || !call.IsQuiet))
        {
            call.Messages.Write(DiagnosticScreen.Lines(read.Problems));
        }

        // Whoever names a catalog counts on it: nothing is imported as if there were none.
        return read.Problems.Any(each => each.Code == SqlCodes.Databases)
            ? throw new UsageException("the catalog has tables of several databases",
                $"give the scripts of each database for the connection that leads to it: {Example}")
            : read.Tables.Select(each => new ToldTable(connection, each));
    }
}
