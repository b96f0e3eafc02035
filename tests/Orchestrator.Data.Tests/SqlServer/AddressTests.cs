using Orchestrator.Data.Servers;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Data.Tests.SqlServer;

internal sealed class AddressTests
{
    [TestCase("Server=db1;Database=dwh;Pooling=true", "Pooling")]
    [TestCase("Server=db1;Database=dwh;MultipleActiveResultSets=true", "Multiple Active Result Sets")]
    [TestCase("Server=db1;Database=dwh;App=mine", "Application Name")]
    [TestCase("Server=db1;AttachDbFilename=x.mdf", "AttachDbFilename")]
    [TestCase("Server=db1;Command Timeout=5", "Command Timeout")]
    public void What_the_engine_sets_itself_or_cannot_honour_is_refused_by_name(string text, string keyword)
    {
        var fault = Fault(text);

        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Config));
        Assert.That(fault.Text, Does.Contain($"'{keyword}'").IgnoreCase.And.Contain("'Dwh'"));
    }

    [TestCase("Server=db1;Password=abc;s3cret=x")]
    [TestCase("s3cret")]
    [TestCase("Server=db1;Encrypt=s3cret")]
    public void What_cannot_be_read_is_not_shown(string text)
    {
        Assert.That($"{Fault(text)}", Does.Contain("cannot be read").And.Not.Contain("s3cret"));
    }

    [TestCase("ActiveDirectoryInteractive")]
    [TestCase("Active Directory Default")]
    public void Entra_ID_needs_the_package_that_signs_in_with_it(string method)
    {
        Assert.That(
            Fault($"Server=db1;Authentication={method}").Text,
            Does.Contain("Microsoft.Data.SqlClient.Extensions.Azure").And.Contain("'Dwh'"));
    }

    [Test]
    public void The_rest_is_as_it_is_written()
    {
        var complete = SqlServerAddress.Complete(
            new DatabaseAddress
            {
                Connection = "Dwh",
                ConnectionString = "Server=db1;Database=dwh;User ID=a;Password=b",
            },
            new string('x', 200));

        Assert.That(complete, Does.Contain("Pooling=False").And.Contain("Connect Retry Count=0"));
        Assert.That(complete, Does.Contain($"Application Name={new string('x', 128)}"));
        Assert.That(complete, Does.Not.Contain("Encrypt").And.Not.Contain("Trust"));
    }

    [Test]
    public void A_string_of_another_platform_is_not_for_this_one_to_explain() => Assert.That(
        Databases.Platform.Explain(new ConnectionStringException("PostgreSQL", "names no server")), Is.Null);

    private static DatabaseFault Fault(string connectionString) =>
        Databases.Platform.Explain(Assert.Catch(() => Databases.Open(connectionString))!)!;
}
