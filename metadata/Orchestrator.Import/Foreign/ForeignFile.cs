namespace Orchestrator.Import.Foreign;

/// <summary>A file of the solution that is made of another tool's, and what it declares.</summary>
/// <param name="What">What it declares: connection, batch, project, object, table, solution.</param>
/// <param name="Name">Its name; of an object with its project: `project/object`.</param>
/// <param name="File">The file.</param>
internal sealed record ForeignFile(string What, string Name, ImportFile File)
{
    public const string Connection = "connection";
    public const string Batch = "batch";
    public const string Project = "project";
    public const string Load = "object";
    public const string Table = "table";
    public const string Solution = "solution";
}
