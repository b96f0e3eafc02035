namespace Orchestrator.Tidy.Tests;

/// <summary>A project of the product, as its file declares it.</summary>
/// <param name="Name">Without the `Orchestrator.` that all begin with.</param>
/// <param name="Room">The folder of the top level that it lies in.</param>
/// <param name="AssemblyName">What the build calls it.</param>
/// <param name="Declared">The names of the projects that its file refers to.</param>
internal sealed record ProductProject(string Name, string Room, string AssemblyName, IReadOnlyList<string> Declared);
