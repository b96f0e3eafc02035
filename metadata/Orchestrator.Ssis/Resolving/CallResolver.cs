using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Resolving;

/// <summary>Finds the packages that packages call, and those that call themselves.</summary>
internal static class CallResolver
{
    public static IReadOnlyList<SsisProject> Resolve(IReadOnlyList<SsisProject> projects)
    {
        var names = new CalledPackages(projects);
        SsisProject[] resolved =
        [
            .. projects.Select(project => project with
            {
                Packages =
                [
                    .. project.Packages.Select(package => package with
                    {
                        Root = Resolved(package.Root, call => names.Find(project, package, call)),
                    }),
                ],
            }),
        ];
        var circles = CallCircles.Of(resolved);
        return
        [
            .. resolved.Select(project => project with
            {
                Packages = [.. project.Packages.Select(package => WithCircle(package, circles))],
            }),
        ];
    }

    /// <summary>All calls of an executable and of all that stands in it.</summary>
    public static IEnumerable<SsisExecutable> CallsOf(SsisExecutable executable) =>
        ModelWalk.Of(executable).Where(each => each.Call is { CalledFile.Length: > 0 });

    private static SsisPackage WithCircle(SsisPackage package, IReadOnlyDictionary<string, string> circles)
    {
        if (!circles.TryGetValue(package.File, out var circle))
        {
            return package;
        }

        var call = CallsOf(package.Root).First(each => circles.ContainsKey(each.Call!.CalledFile));
        return package with
        {
            Findings =
            [
                .. package.Findings,
                new(ReadingCodes.CallCircle, package.File, call.Line, 0,
                    $"'{call.Path}' calls a package that calls this one again: {circle}",
                    "take the call out; such packages never end"),
            ],
        };
    }

    private static SsisExecutable Resolved(SsisExecutable executable, Func<SsisExecutable, string> find) =>
        executable with
        {
            Call = executable.Call is { } call ? call with { CalledFile = find(executable) } : null,
            Children = [.. executable.Children.Select(each => Resolved(each, find))],
            Handlers = [.. executable.Handlers.Select(each => Resolved(each, find))],
        };

    private static SsisEventHandler Resolved(SsisEventHandler handler, Func<SsisExecutable, string> find) =>
        handler with
        {
            Children = [.. handler.Children.Select(each => Resolved(each, find))],
            Handlers = [.. handler.Handlers.Select(each => Resolved(each, find))],
        };
}
