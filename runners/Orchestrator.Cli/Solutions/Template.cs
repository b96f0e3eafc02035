using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Solutions;

/// <summary>What `init` writes.</summary>
internal static class Template
{
    public const string Ignore = ".gitignore";

    public const string IgnoreText = ".orchestrator/\n";

    public const string Solution = """
        # yaml-language-server: $schema=orchestrator.schema.json
        formatVersion: 1
        solution: @name
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Staging, platform: @platform, stage: STG}
        batches:
          - {batch: Nightly, default: true, projects: [Staging]}

        """;

    private const string Project = """
        # yaml-language-server: $schema=../../orchestrator.schema.json
        # One project is one stage: everything in it goes from its source to its target.
        project: Staging
        source: Files
        target: Staging
        containers:
          - {container: Core, level: 10, mode: Parallel, default: true}
          - {container: Checks, level: 20, mode: Parallel}

        """;

    private const string Customer = """
        # yaml-language-server: $schema=../../../orchestrator.schema.json
        object: customer
        source: {file: customer.csv}
        columns:
          - {column: CustomerId, dataType: int, key: 1}
          - {column: Name, dataType: nvarchar(50), onTruncation: fail}
          - {column: Since, dataType: date}

        """;

    private const string Invoice = """
        # yaml-language-server: $schema=../../../orchestrator.schema.json
        object: invoice
        source: {file: invoice.csv}
        columns:
          - {column: InvoiceId, dataType: int, key: 1}
          - {column: CustomerId, dataType: int}
          - {column: Amount, dataType: "decimal(9,2)", onScaleLoss: fail}

        """;

    private const string Check = """
        # yaml-language-server: $schema=../../../orchestrator.schema.json
        # A check fails the run when what it asks for does not hold.
        object: invoice_check
        kind: check
        container: Checks
        target: {name: invoice}
        check: {rowCount: ">0", unique: [InvoiceId], notNull: [CustomerId]}

        """;

    private const string Customers = """
        CustomerId,Name,Since
        1,Ada Lovelace,2019-12-10
        2,"Hopper, Grace",2020-12-09
        3,Zoë Müller,2024-02-29

        """;

    private const string Invoices = """
        InvoiceId,CustomerId,Amount
        100,1,12.50
        101,1,7.25
        102,3,1999.99

        """;

    /// <summary>Path below the solution and text, with LF.</summary>
    public static IEnumerable<(string Path, string Text)> Files(string name) =>
        new (string Path, string Text)[]
        {
            ("solution.yaml", Platformed(Solution).Replace("@name", name, StringComparison.Ordinal)),
            ("projects/Staging/project.yaml", Project),
            ("projects/Staging/objects/customer.yaml", Customer),
            ("projects/Staging/objects/invoice.yaml", Invoice),
            ("projects/Staging/objects/invoice_check.yaml", Check),
            ("data/customer.csv", Customers),
            ("data/invoice.csv", Invoices),
            (Ignore, IgnoreText),
            ("orchestrator.schema.json", SchemaVerb.Text),
        }.Select(file => (file.Path, file.Text.ReplaceLineEndings("\n")));

    /// <summary>A text with the platform that a new solution begins with.</summary>
    public static string Platformed(string text) =>
        text.Replace("@platform", PlatformTable.Of(PlatformTable.Default).Word, StringComparison.Ordinal);
}
