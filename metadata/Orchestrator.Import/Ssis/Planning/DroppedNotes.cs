using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Names in a file of each package the tasks that nothing became of, and why: whoever reads the solution alone
/// would not know of them.</summary>
internal static class DroppedNotes
{
    public static void Tell(EstatePlan plan)
    {
        foreach (var one in plan.Packages.Where(each => !each.IsCopy && each.Broken is null))
        {
            var tasks = ModelWalk.Of(one.Package.Root).Skip(1).Where(each => !each.IsContainer)
                .Select(each => each.Path).ToHashSet(StringComparer.Ordinal);
            one.Tables.SelectMany(each => each.Made).FirstOrDefault(each => each.Objects.Count > 0)?.Notes.AddRange(
                Dispositions.Of(one).Where(each => each.Kind == DispositionKind.Dropped && tasks.Contains(each.Path))
                    .Select(each => $"dropped: {each.Path}: {each.Into}"));
        }
    }
}
