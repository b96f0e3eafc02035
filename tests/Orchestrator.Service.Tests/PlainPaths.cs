using Orchestrator.Service.Web;

namespace Orchestrator.Service.Tests;

/// <summary>The addresses of all pages that need to be told no run, batch or package.</summary>
internal static class PlainPaths
{
    public static IReadOnlyList<string> All { get; } =
        [.. PageAddresses.All.Select(page => page.Path).Where(path => !path.Contains('{'))];
}
