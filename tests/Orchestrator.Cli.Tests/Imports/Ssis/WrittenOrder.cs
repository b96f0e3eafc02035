using System.Xml.Linq;
using Orchestrator.Import.Ssis;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Planning;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>The order that a package's XML asks for, read by another walk than the import's, and what of it the objects
/// do not keep.</summary>
internal static class WrittenOrder
{
    private static readonly XNamespace Space = "www.microsoft.com/SqlServer/Dts";

    /// <summary>Pairs of objects that may run in another order than the package says.</summary>
    /// <param name="package">The text of the package.</param>
    /// <param name="file">How the import calls it.</param>
    /// <param name="import">What was made.</param>
    public static IEnumerable<string> Broken(string package, string file, SsisImport import) => import.Plan.Packages
        .Where(each => each.Package.File == file).SelectMany(each => Broken(package, file, import, each));

    // What is called twice is made twice, and each has its own order.
    private static IEnumerable<string> Broken(string package, string file, SsisImport import, PackagePlan plan)
    {
        var objects = plan.Tables.SelectMany(each => each.Made).SelectMany(each => each.Objects)
            .Where(each => each.IsEnabled).ToArray();
        foreach (var (from, to) in Constraints(XDocument.Parse(package).Root!))
        {
            foreach (var second in objects.Where(each => IsOf(each, to) && !IsOpen(each)))
            {
                var before = Before(second, import.Plan.Solution);
                foreach (var first in objects.Where(each => IsOf(each, from) && !before.Contains(each)))
                {
                    yield return $"{file}: {second.FullName} does not wait for {first.FullName}";
                }
            }
        }
    }

    private static bool IsOf(ObjectDraft one, string path) => one.From.Any(each =>
        each == path || each.StartsWith($"{path}\\", StringComparison.Ordinal));

    private static bool IsOpen(ObjectDraft one) => one.Open.Any(each => each.Reason.Code == SsisOpenCodes.Constraint);

    private static HashSet<ObjectDraft> Before(ObjectDraft one, SolutionDraft solution)
    {
        var (found, open) = (new HashSet<ObjectDraft>(), new Stack<ObjectDraft>([one]));
        while (open.TryPop(out var next))
        {
            foreach (var former in next.DependsOn.SelectMany(each => each.Object is { } only ? [only]
                : solution.Objects.Where(other => each.Container is not null
                    ? other.Container == each.Container : other.Project == each.Whole)).Where(found.Add))
            {
                open.Push(former);
            }
        }

        return found;
    }

    // Paths that two parts of a package have say nothing.
    private static IEnumerable<(string From, string To)> Constraints(XElement root)
    {
        var named = root.DescendantsAndSelf(Space + "Executable")
            .Where(each => each.Attribute("IDREF") is null).Select(each => (Element: each, Path: PathOf(each, root)))
            .ToArray();
        var twice = named.GroupBy(each => each.Path).Where(each => each.Count() > 1).Select(each => each.Key)
            .ToHashSet();
        var paths = named.SelectMany(each => new[] { Text(each.Element, "refId"), Text(each.Element, "DTSID") }
                .Where(id => id.Length > 0).Select(id => (Id: id, each.Path)))
            .DistinctBy(each => each.Id).ToDictionary(each => each.Id, each => each.Path);
        foreach (var constraint in root.Descendants(Space + "PrecedenceConstraint"))
        {
            var (from, to) = (Text(constraint, "From"), Text(constraint, "To"));
            foreach (var end in constraint.Elements(Space + "Executable"))
            {
                var id = (string?)end.Attribute("IDREF") ?? "";
                (from, to) = (string?)end.Attribute(Space + "IsFrom") == "-1" ? (id, to) : (from, id);
            }

            if (from != to && paths.TryGetValue(from, out var first) && paths.TryGetValue(to, out var second)
                && !twice.Contains(first) && !twice.Contains(second))
            {
                yield return (first, second);
            }
        }
    }

    private static string PathOf(XElement executable, XElement root)
    {
        if (executable == root)
        {
            return "Package";
        }

        var handler = executable.Ancestors().TakeWhile(each => each.Name != Space + "Executable")
            .FirstOrDefault(each => each.Name == Space + "EventHandler");
        var above = PathOf(executable.Ancestors(Space + "Executable").First(), root);
        return (handler is null ? above : $"{above}.EventHandlers[{Text(handler, "EventName")}]")
            + $"\\{Text(executable, "ObjectName")}";
    }

    private static string Text(XElement element, string name) => (string?)element.Attribute(Space + name)
        ?? element.Elements(Space + "Property").FirstOrDefault(each => (string?)each.Attribute(Space + "Name") == name)
            ?.Value ?? "";
}
