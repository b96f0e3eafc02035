using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Resolving;

/// <summary>Says of each variable of a package who sets and reads it, and whether it is constant.</summary>
internal static class VariableResolver
{
    public static SsisPackage Resolve(SsisPackage package)
    {
        var uses = UseCollector.Of(package);
        FindConstants([.. uses.All]);
        return package with { Root = Resolved(package.Root, uses) };
    }

    // All that nobody sets are taken for constants; then those are none that name one which is none, until all is said.
    private static void FindConstants(IReadOnlyList<DeclaredVariable> all)
    {
        foreach (var each in all)
        {
            each.IsConstant = each.Writers.Count == 0 && !each.NamesWhatChanges;
        }

        for (var changed = true; changed;)
        {
            changed = false;
            foreach (var doubted in all.Where(each =>
                each.IsConstant && each.Named.Any(named => !named.IsConstant)))
            {
                doubted.IsConstant = false;
                changed = true;
            }
        }
    }

    private static SsisExecutable Resolved(SsisExecutable executable, UseCollector uses) => executable with
    {
        Variables = [.. uses.ScopeOf(executable.Path).Own.Select(each => each.Resolved())],
        Children = [.. executable.Children.Select(each => Resolved(each, uses))],
        Handlers = [.. executable.Handlers.Select(each => Resolved(each, uses))],
        DataFlow = executable.DataFlow is { } flow ? Resolved(flow, uses) : null,
    };

    private static SsisEventHandler Resolved(SsisEventHandler handler, UseCollector uses) => handler with
    {
        Variables = [.. uses.ScopeOf(handler.Path).Own.Select(each => each.Resolved())],
        Children = [.. handler.Children.Select(each => Resolved(each, uses))],
        Handlers = [.. handler.Handlers.Select(each => Resolved(each, uses))],
    };

    private static DataFlowTask Resolved(DataFlowTask flow, UseCollector uses) => flow with
    {
        Components =
        [
            .. flow.Components.Select(component => component with
            {
                Properties =
                [
                    .. component.Properties.Select(each =>
                        ParameterMappings.Named(each, id => uses.ById(id)?.Variable.FullName)),
                ],
            }),
        ],
    };
}
