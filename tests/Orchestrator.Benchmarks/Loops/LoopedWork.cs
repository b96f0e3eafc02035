using System.Text;
using Orchestrator.Benchmarks.Nights;

namespace Orchestrator.Benchmarks.Loops;

/// <summary>The same packages in the turns of a loop, and written out one by one.</summary>
/// <param name="Name">What the loop has turns for.</param>
/// <param name="Turns">How many there are.</param>
/// <param name="Variables">The variables of the loop, in YAML.</param>
/// <param name="Containers">Its containers, a line each.</param>
/// <param name="Objects">What tells its turns and what is in them, in YAML.</param>
/// <param name="Written">The document of a package that is written out, by its number from 1.</param>
internal sealed record LoopedWork(
    string Name, int Turns, string Variables, string Containers, string Objects, Func<int, string> Written)
{
    private const int DocumentsPerFile = 1000;

    private const string Make = "create table if not exists made (id integer, name text); delete from made";

    /// <summary>What makes the table that turns write, and empties it.</summary>
    public string Table { get; init; } = Make;

    /// <summary>How many files lie in the folder of the solution.</summary>
    public int Files { get; init; }

    /// <summary>A statement for each row that a package has found.</summary>
    public static LoopedWork OfRows(int turns) => new($"rows, {turns:N0} turns", turns,
        """

        variables:
          - {variable: Parts, scope: run, rows: {Id: int, Name: nvarchar(40)}}
        """,
        "      - {container: Each, level: 20, forEach: {rows: Parts}}",
        $$"""
              - object: parts
                kind: sql
                container: First
                sql: "{{Numbers(turns)}} select i as Id, 'name ' || i as Name from n"
                sets: {Parts: rows}
              - {object: part, kind: sql, container: Each, sql: "insert into made values (@Id, @Name)"}
        """,
        one => Statement(one, $"insert into made values ({one}, 'name {one}')"));

    /// <summary>A load of each file.</summary>
    public static LoopedWork OfFiles(int turns) => new($"files, {turns:N0} turns", turns, "",
        "      - {container: Each, level: 20, forEach: {files: \"*.csv\"}}",
        """
              - object: part
                container: Each
                source: {file: "${var:File}"}
                target: {name: "part_${var:File}"}
                columns: [{column: Id, dataType: int}, {column: Name, dataType: nvarchar(40)}]
        """,
        one => $$"""
            object: part_{{one}}
            container: Each
            source: {file: {{NameOf(one)}}}
            columns: [{column: Id, dataType: int}, {column: Name, dataType: nvarchar(40)}]
            """)
    {
        Files = turns,
    };

    /// <summary>A statement in each turn of a loop in each turn of another one.</summary>
    public static LoopedWork OfNested(int each) => new($"nested, {each} × {each} turns", each * each,
        """

        variables:
          - {variable: Regions, scope: run, rows: {Region: int}}
          - {variable: Months, scope: run, rows: {Month: int}}
        """,
        """
              - {container: PerRegion, level: 20, forEach: {rows: Regions}}
              - {container: PerMonth, forEach: {rows: Months, within: PerRegion}}
        """,
        $$"""
              - object: regions
                kind: sql
                container: First
                sql: "{{Numbers(each)}} select i as Region from n"
                sets: {Regions: rows}
              - object: months
                kind: sql
                container: First
                sql: "{{Numbers(each)}} select i as Month from n"
                sets: {Months: rows}
              - {object: part, kind: sql, container: PerMonth,
                 sql: "insert into made values (@Region, 'month ' || @Month)"}
        """,
        one => Statement(
            one, $"insert into made values ({1 + ((one - 1) / each)}, 'month ' || {1 + ((one - 1) % each)})"));

    /// <summary>A solution of them in a folder of its own.</summary>
    /// <param name="isLooped">As a loop; else each by itself.</param>
    public NightSolution Solution(bool isLooped)
    {
        var solution = new NightSolution();
        var data = solution.Data;
        for (var file = 1; file <= Files; file++)
        {
            File.WriteAllText(Path.Combine(data, NameOf(file)), $"Id,Name\n{file},name {file}\n");
        }

        File.WriteAllText(Path.Combine(solution.Folder, "solution.yaml"), isLooped
            ? Text(Variables, Containers, Objects) : Text("", "      - {container: Each, level: 20}", ""));
        if (!isLooped)
        {
            Write(Path.Combine(solution.Folder, "projects", "Night", "objects"));
        }

        return solution;
    }

    // A file of metadata holds so many values at most.
    private void Write(string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (var part in Enumerable.Range(1, Turns).Chunk(DocumentsPerFile))
        {
            var text = new StringBuilder();
            foreach (var one in part)
            {
                text.Append(text.Length > 0 ? "---\n" : "").Append(Written(one)).Append('\n');
            }

            File.WriteAllText(Path.Combine(folder, $"from_{part[0]}.yaml"), text.ToString());
        }
    }

    private string Text(string variables, string containers, string objects) => $$"""
        formatVersion: 1
        solution: Loops
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Stage, platform: Sqlite, stage: STG, file: stage.db}{{variables}}
        batches:
          - {batch: Nightly, projects: [Night]}
        projects:
          - project: Night
            source: Files
            target: Stage
            containers:
              - {container: First, level: 10}
        {{containers}}
            objects:
              - object: make
                kind: sql
                container: First
                sql: "{{Table}}"
        {{objects}}

        """;

    private static string Statement(int one, string sql) =>
        $"object: part_{one}\nkind: sql\ncontainer: Each\nsql: \"{sql}\"";

    private static string Numbers(int most) =>
        $"with recursive n(i) as (select 1 union all select i + 1 from n where i < {most})";

    private static string NameOf(int number) => $"f{number:00000}.csv";
}
