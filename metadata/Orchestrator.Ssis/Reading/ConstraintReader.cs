using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads the arrows between the children of a container: by paths in formats 6 and 8, by GUIDs in 2 and 3.
/// </summary>
internal sealed class ConstraintReader(ReadingContext context)
{
    public IReadOnlyList<SsisConstraint> Of(
        XElement container, IReadOnlyList<(XElement Element, SsisExecutable Read)> children, string path)
    {
        var elements = container.Elements(Dts.Space + "PrecedenceConstraint")
            .Concat(container.Elements(Dts.Space + "PrecedenceConstraints")
                .Elements(Dts.Space + "PrecedenceConstraint")).ToArray();
        if (elements.Length == 0)
        {
            return [];
        }

        var paths = PathsOf(children);
        var read = new List<SsisConstraint>();
        foreach (var element in elements)
        {
            if (Read(element, paths) is { } constraint)
            {
                read.Add(constraint);
            }
        }

        if (Circle(read) is { } circle)
        {
            context.Found(ReadingCodes.ConstraintCircle, container,
                $"the constraints of '{path}' wait for one another in a circle: {circle}",
                "take one of them out; such a package never ends", isError: true);
        }

        return read;
    }

    private static Dictionary<string, string> PathsOf(
        IReadOnlyList<(XElement Element, SsisExecutable Read)> children)
    {
        var paths = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (element, child) in children)
        {
            paths.TryAdd(Dts.Attribute(element, "refId") ?? child.Path, child.Path);
            if (child.Id.Length > 0)
            {
                paths.TryAdd(child.Id, child.Path);
            }
        }

        return paths;
    }

    private SsisConstraint? Read(XElement element, Dictionary<string, string> paths)
    {
        var properties = new DtsProperties(element);
        var from = End(element, properties.TextOrNone("From"), isFrom: true);
        var to = End(element, properties.TextOrNone("To"), isFrom: false);
        if (!paths.TryGetValue(from, out var fromPath) || !paths.TryGetValue(to, out var toPath))
        {
            context.Found(ReadingCodes.LostConstraint, element,
                $"a constraint leads from '{from}' to '{to}', of which one is not in its container",
                "it is left out; look at the order of the tasks around it", isError: false);
            return null;
        }

        var test = properties.Number("EvalOp", 2);
        var value = properties.Number("Value");
        var expression = properties.Text("Expression");
        return new()
        {
            From = fromPath,
            To = toPath,
            Test = test switch
            {
                1 => ConstraintTest.Expression,
                3 => ConstraintTest.ExpressionAndConstraint,
                4 => ConstraintTest.ExpressionOrConstraint,
                _ => ConstraintTest.Constraint,
            },
            Value = value switch
            {
                1 => ConstraintValue.Failure,
                2 => ConstraintValue.Completion,
                _ => ConstraintValue.Success,
            },
            Expression = test is 1 or 3 or 4 && expression.Length > 0 ? expression : null,
            // The designer writes what is true, and leaves out what is not.
            IsLogicalAnd = properties.Flag("LogicalAnd"),
            Name = properties.Text("ObjectName"),
        };
    }

    private static string End(XElement element, string? written, bool isFrom) => written
        ?? element.Elements(Dts.Executable)
            .FirstOrDefault(each => Dts.IsYes(Dts.Attribute(each, "IsFrom")) == isFrom)
            ?.Attribute("IDREF")?.Value ?? "";

    // Takes away what nothing waits before, until nothing is left; what is left waits for itself.
    private static string? Circle(List<SsisConstraint> constraints)
    {
        var waits = constraints.GroupBy(each => each.To, each => each.From)
            .ToDictionary(each => each.Key, each => each.Distinct().Count());
        var after = constraints.Select(each => (each.From, each.To)).Distinct()
            .ToLookup(each => each.From, each => each.To);
        var ready = new Queue<string>(constraints.Select(each => each.From).Distinct()
            .Where(each => !waits.ContainsKey(each)));
        while (ready.TryDequeue(out var done))
        {
            foreach (var next in after[done])
            {
                waits[next]--;
                if (waits[next] == 0)
                {
                    waits.Remove(next);
                    ready.Enqueue(next);
                }
            }
        }

        return waits.Count == 0 ? null : Named(waits.Keys.ToHashSet(), constraints);
    }

    // Back along the arrows, each of which has one before it, until one comes again.
    private static string Named(HashSet<string> left, List<SsisConstraint> constraints)
    {
        var way = new List<string> { left.Order(StringComparer.Ordinal).First() };
        while (true)
        {
            var before = constraints.First(each => each.To == way[^1] && left.Contains(each.From)).From;
            var again = way.IndexOf(before);
            way.Add(before);
            if (again >= 0)
            {
                way.RemoveRange(0, again);
                way.Reverse();
                return string.Join(" → ", way);
            }
        }
    }
}
