using Orchestrator.Data.Files;
using Orchestrator.Packages.Replay;

namespace Orchestrator.Packages;

/// <summary>
/// What the ledger knows of a package before an attempt of it: asked when it is needed, and as it is then.
/// </summary>
public sealed record PackagePast
{
    /// <summary>Where the package's watermark stands; asked once, by a package that has one.</summary>
    public Func<WatermarkStart> Watermark { get; init; } =
        () => throw new InvalidOperationException("nobody keeps watermarks here");

    /// <summary>
    /// Audit ids of the package's attempts since its last success: their rows may be in the target, and do not count.
    /// Asked by a package without watermark that takes such rows back.
    /// </summary>
    public Func<IReadOnlyList<long>> Unfinished { get; init; } = () => [];

    /// <summary>
    /// Compares the marker of the target with the ledger, whose packages are named that load it too; with null where
    /// the target has none. Asked under the claim, before the first row is written. Default: they agree.
    /// </summary>
    public Func<TargetMarker?, IReadOnlyList<string>, LedgerAnswer> Compare { get; init; } =
        (_, _) => new LedgerAnswer();

    /// <summary>
    /// The newest attempt of the package that counts as loaded, as the ledger has it now; 0 = none. Default: none.
    /// </summary>
    public Func<long> LastLoad { get; init; } = () => 0;

    /// <summary>
    /// Whether an attempt whose commit the target tells of has no end in the ledger, and is one that this run goes on
    /// from: then it need only be recorded. Default: no.
    /// </summary>
    public Func<long, bool> MayFinish { get; init; } = _ => false;

    /// <summary>
    /// The attempt before this one, but those that were refused because of it; null = none. Asked once, by a package
    /// that does not run again whatever became of that.
    /// </summary>
    public Func<EarlierAttempt?> Earlier { get; init; } = () => null;

    /// <summary>
    /// What the ledger knows of the load whose rejected rows are loaded, as it is now. Asked by kind replay, more than
    /// once.
    /// </summary>
    public Func<PastLoads> Loads { get; init; } =
        () => throw new InvalidOperationException("nobody keeps attempts here");

    /// <summary>
    /// What the package has read before of files with the same names and sizes; with null every file that it has
    /// loaded. Asked by a package that loads each file once.
    /// </summary>
    public Func<IReadOnlyList<FileStamp>?, IReadOnlyList<FileBefore>> FilesBefore { get; init; } =
        _ => throw new InvalidOperationException("nobody keeps files here");

    /// <summary>Whether the package has ever loaded a file: one row of the ledger, however many it was.</summary>
    public Func<bool> HasLoadedFiles { get; init; } =
        () => throw new InvalidOperationException("nobody keeps files here");
}
