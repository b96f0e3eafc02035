using System.CommandLine;
using System.Runtime.CompilerServices;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Data;
using Orchestrator.Import.Sql;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Imports;

/// <summary>The tables of the databases that packages work with, as scripts and models tell them.</summary>
internal static class SsisCatalog
{
    public static Option<string[]> Paths { get; } = CommonOptions.Texts(
        "--catalog", "PATH", "ssis: scripts of T-SQL, a .sqlproj, a .dacpac or folders, whose tables count "
            + "[default: none are known]");

    /// <summary>The tables; what cannot be read is said.</summary>
    /// <exception cref="UsageException">There is nothing at one of the paths.</exception>
    public static IReadOnlyList<CatalogTable> Read(Call call)
    {
        var paths = call.Texts(Paths);
        if (paths.FirstOrDefault(path => string.IsNullOrWhiteSpace(path)
            || !Path.Exists(Path.GetFullPath(path, call.Host.Folder))) is { } missing)
        {
            throw new UsageException($"there is no file or folder '{missing}'", "paths begin in the current folder");
        }

        return paths.Count == 0 ? [] : Tables(call, paths);
    }

    // Apart, so that nobody waits for the parser to be loaded who names none.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static IReadOnlyList<CatalogTable> Tables(Call call, IReadOnlyList<string> paths)
    {
        var platform = ConnectionAccess.PlatformNamed(PlatformTable.Of(SqlScripts.Language).Name)!;
        var read = SqlScripts.Read(paths, call.Host.Folder, platform, call.Host.Stop);
        call.NoteWarnings(read.Problems.Any(each => each.Severity == Severity.Warning));
        if (read.Problems.Count > 0 && (read.IsPartial || !call.IsQuiet))
        {
            call.Messages.Write(DiagnosticScreen.Lines(read.Problems));
        }

        return read.Tables;
    }
}
