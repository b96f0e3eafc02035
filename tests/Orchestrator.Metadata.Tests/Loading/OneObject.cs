namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>A solution of one object, `Staging/c`, for tests of what stands in it.</summary>
internal static class OneObject
{
    /// <summary>Its `solution.yaml`.</summary>
    /// <param name="head">What stands above the connections, from the third line on.</param>
    /// <param name="written">The keys of the object behind its name.</param>
    public static string Solution(string head, string written) => $$"""
        formatVersion: 1
        solution: Shop
        {{head}}
        connections:
          - {connection: In, platform: Files, folder: data}
          - {connection: Staging, platform: Sqlite}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Staging
            source: In
            target: Staging
            objects:
              - {object: c, {{written}} }
        """;
}
