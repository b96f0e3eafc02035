using Orchestrator.Core;

namespace Orchestrator.Ledger;

/// <summary>What it tells of the files that loads have read.</summary>
public sealed partial class LedgerReader
{
    /// <summary>What became of a file of that name and size each time that a node read it, oldest first.</summary>
    public IReadOnlyList<FileRecord> FilesOf(string environment, string node, string file, long size) => All(
        () => _statements["select_files_known"].Bind(environment).Bind(node).Bind(size).Bind(file), LedgerRows.File);

    /// <summary>What became of each file that a node has read, oldest first.</summary>
    public IReadOnlyList<FileRecord> FilesOf(string environment, string node) =>
        All(() => _statements["select_files_of_node"].Bind(environment).Bind(node), LedgerRows.File);

    /// <summary>Whether a node has ever loaded a file.</summary>
    public bool HasLoadedFiles(string environment, string node) => Single(
        () => _statements["select_file_loaded"].Bind(environment).Bind(node)
            .Bind(EnumWords<FileOutcome>.Of(FileOutcome.Loaded))
            .Bind(EnumWords<FileOutcome>.Of(FileOutcome.AlreadyLoaded)),
        row => row.Number(0)) > 0;

    /// <summary>The files that the attempts of a run read.</summary>
    public IReadOnlyList<FileRecord> Files(long run) =>
        All(() => _statements["select_files_of_run"].Bind(run), LedgerRows.File);

    /// <summary>The files that runs of a batch have left to be moved, oldest first.</summary>
    public IReadOnlyList<FileRecord> FilesToMove(string solution, string batch, string environment) => All(
        () => _statements["select_files_to_move"].Bind(solution).Bind(batch).Bind(environment), LedgerRows.File);
}
