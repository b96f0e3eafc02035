using Npgsql;

namespace Orchestrator.Cli.Tests.Rejects;

/// <summary>`report --values`: what was in rejected rows, for those who ask.</summary>
internal sealed class RejectedValuesTests
{
    private const string Variable = "ORCHESTRATOR_TEST_REJECTED";

    [TestCase("Sqlite")]
    [TestCase("PostgreSql")]
    public void Rejected_values_are_in_a_report_on_request_alone_and_sensitive_ones_never(string platform)
    {
        using var solution = new SmallSolution();
        var variables = On(platform, solution);
        solution.Write("projects/Staging/objects/customer.yaml", """
            object: customer
            source: {file: customer.csv}
            errors: {onError: redirect}
            columns:
              - {column: CustomerId, dataType: int, key: 1}
              - {column: Name, dataType: nvarchar(12), sensitive: true}
              - {column: Since, dataType: date}
            """);
        solution.Write("projects/Staging/objects/invoice.yaml", """
            object: invoice
            source: {file: invoice.csv}
            errors: {onError: redirect}
            columns: [{column: InvoiceId, dataType: int, key: 1}, {column: CustomerId, dataType: nvarchar(9)},
              {column: Amount, dataType: "decimal(9,2)"}]
            """);
        solution.Write("data/customer.csv", """
            CustomerId,Name,Since
            1,Ada the Secret Lovelace,2019-12-10
            2,Hopper,no such day
            3,Zoë,2024-02-29,Shapeless Secret

            """);
        solution.Write("data/invoice.csv",
            "InvoiceId,CustomerId,Amount\n770,<script>alert('1')</script>\u001b[31m,1\n");
        Called.With(solution.Folder, variables, false, "run");
        var file = Path.Combine(solution.Folder, ".orchestrator", "runs", "1", "report.html");
        var without = File.ReadAllText(file);

        var called = Called.With(solution.Folder, variables, false, "report", "--values");

        var with = File.ReadAllText(file);
        Assert.That((called.ExitCode, called.Error), Is.EqualTo((0, "")));
        Assert.That(with, Does.Contain("no such day").And.Contain("(sensitive)").And.Contain("InvoiceId=770")
            .And.Contain("&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;"));
        Assert.That(with, Does.Not.Contain("Secret").And.Not.Contain("CustomerId=").And.Not.Contain("<script>"));
        Assert.That(with.Contains('\u001b', StringComparison.Ordinal), Is.False);
        Assert.That(without, Does.Not.Contain("no such day").And.Not.Contain("alert("));
    }

    [Test]
    public void Values_that_cannot_be_read_are_said_to_be_missing_and_the_report_is_written()
    {
        using var solution = new SmallSolution();
        solution.Write("projects/Staging/objects/invoice.yaml", """
            object: invoice
            source: {file: invoice.csv}
            errors: {onError: redirect}
            columns: [{column: InvoiceId, dataType: int}, {column: Amount, dataType: "decimal(9,2)"}]
            """);
        solution.Write("data/invoice.csv", "InvoiceId,Amount\n100,much\n");
        solution.Call("run");
        solution.Write("projects/Staging/objects/invoice.yaml", """
            object: bill
            source: {file: invoice.csv}
            columns: [{column: InvoiceId, dataType: int}, {column: Amount, dataType: "decimal(9,2)"}]
            """);

        var called = solution.Call("report", "--values");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Error, Does.Contain(
            "the values that Staging/invoice rejected are not shown: the solution has no such object any more"));
    }

    [Test]
    public void Values_of_a_run_in_another_environment_are_not_looked_for_in_this_one()
    {
        using var solution = new SmallSolution();
        solution.Write("environments/prod.yaml", "environment: prod\n");
        solution.Call("run");

        var called = solution.Call("report", "1", "--values", "--environment", "prod");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("run 1 was in the environment 'default'"));
    }

    /// <summary>Lets the solution load into a database of that platform.</summary>
    private static Dictionary<string, string> On(string platform, SmallSolution solution)
    {
        if (platform == "Sqlite")
        {
            return [];
        }

        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString() + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand("CREATE DATABASE rejected_values", connection);
        command.ExecuteNonQuery();
        var file = Path.Combine(solution.Folder, "solution.yaml");
        solution.Write("solution.yaml", File.ReadAllText(file).Replace(
            "platform: Sqlite, stage: STG",
            $"platform: PostgreSql, stage: STG, connectionString: \"${{env:{Variable}}}\""));
        return new() { [Variable] = Server.Cluster.ConnectionString("rejected_values") };
    }
}
