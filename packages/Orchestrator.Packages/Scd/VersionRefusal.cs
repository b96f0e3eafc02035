using Orchestrator.Core;
using Orchestrator.Data.Scd;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scd;

/// <summary>The refusal of a target that has rows which are no versions.</summary>
internal static class VersionRefusal
{
    /// <param name="rows">The columns of the target.</param>
    /// <param name="table">Its name.</param>
    /// <param name="why">What is wrong with them.</param>
    public static PackageRefusedException Of(VersionedRows rows, string table, string why) => new(
        "ORC3481", ErrorClass.Data, "publish",
        $"A row of '{table}' is no version: what says when it begins, when it ends, whether it has no end or which of "
        + $"its key it is cannot be taken ({why}). Correct {rows.From.Name}, {rows.To.Name}, {rows.Current.Name} and "
        + $"{rows.Version.Name}; nothing was published.");
}
