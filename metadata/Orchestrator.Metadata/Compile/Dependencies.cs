using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Names in `dependsOn`.</summary>
internal static class Dependencies
{
    /// <summary>`project/object`; what names no project means the object's own.</summary>
    public static string FullName(ObjectDefinition definition, Dependency dependency) =>
        dependency.Object.Contains('/') ? dependency.Object : $"{definition.Project}/{dependency.Object}";
}
