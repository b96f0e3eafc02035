using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Tasks that work with no database.</summary>
internal static class TaskCases
{
    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["copy_file"] = new PackageCase(Of(FileTask("Copy",
            "TaskOperationType=\"CopyFile\" TaskSourcePath=\"C:\\in\\a.csv\" TaskDestinationPath=\"C:\\out\\b.csv\" "
                + "TaskOverwriteDestFile=\"True\"")))
            .Says("Copy", "kind: file", "copy: \"a.csv\"", "connection: Files_in", "toConnection: Files_out",
                "name: \"b.csv\"", "existing: replace")
            .Says("connections/Files_out.yaml", "folder: \"C:/out\""),
        ["move_file"] = new PackageCase(Of(
            FileTask("Move", "TaskOperationType=\"MoveFile\" TaskIsSourceVariable=\"True\" "
                + "TaskSourcePath=\"User::Place\" TaskDestinationPath=\"C:\\done\\\""),
            variables: Variable("Place", 8, "C:\\in\\a.csv")))
            .Says("Move", "move: \"a.csv\"", "toConnection: Files_done").Lacks("Move", "name:", "existing"),
        ["rename_file"] = new PackageCase(Of(FileTask("Rename",
            "TaskOperationType=\"RenameFile\" TaskSourcePath=\"C:\\in\\a.csv\" TaskDestinationPath=\"C:\\in\\b.csv\"")))
            .Says("Rename", "move: \"a.csv\"", "name: \"b.csv\"").Lacks("Rename", "toConnection"),
        ["delete_file"] = new PackageCase(Of(
            FileTask("Delete", "TaskOperationType=\"DeleteFile\" TaskSourcePath=\"{Old}\""),
            connections: Both + PackageConnections.Of("Old", "FILE", "C:\\in\\old.csv")))
            .Says("Delete", "delete: \"old.csv\"", "connection: Files_in"),
        ["create_directory"] = new PackageCase(Of(FileTask("Make",
            "TaskOperationType=\"CreateDirectory\" TaskSourcePath=\"C:\\out\\today\"")))
            .Says("Make", "makeFolder: today", "connection: Files_out"),
        ["send_mail"] = new PackageCase(Of(
            Task("Tell", "Microsoft.SendMailTask", "<SendMailTaskData SMTPServer=\"{Post}\" "
                + "From=\"etl@shop.example\" To=\"a@shop.example;b@shop.example\" Subject=\"It is done\" "
                + "MessageSource=\"All shops are loaded.\"/>"),
            connections: Both + PackageConnections.Of(
                "Post", "SMTP", "SmtpServer=mail.shop.example;UseWindowsAuthentication=False;EnableSsl=True;")))
            .Says("Tell", "kind: mail", "to: [\"a@shop.example\", \"b@shop.example\"]", "subject: \"It is done\"")
            .Says("solution.yaml", "host: \"mail.shop.example\"", "from: \"etl@shop.example\"")
            .Lacks("solution.yaml", "tls"),
        ["send_mail_from_another_sender"] = new PackageCase(Of(
            Mail("First", "From=\"etl@shop.example\" CC=\"a@shop.example\"")
                + Mail("Then", "From=\"Desk &lt;desk@shop.example&gt;\" "
                    + "To=\"&quot;Doe, Ann&quot; &lt;a@shop.example&gt;, b@shop.example\"")
                + Mail("Last", "From=\"\" To=\"a@shop.example\"", Expression("FromLine", "@[User::Who]"))
                + Sql("Ask", "SELECT Who FROM dbo.Senders", Result("0", "User::Who"), OneRow),
            Arrow("First", "Then") + Arrow("Ask", "Last"), Variable("Who", 8, ""), connections: Both
                + PackageConnections.Of("Post", "SMTP", "SmtpServer=mail.shop.example;EnableSsl=True;")))
            .Says("First", "cc: [\"a@shop.example\"]").Lacks("First", "to:", "from:")
            .Says("Then", "to: [\"a@shop.example\", \"b@shop.example\"]", "from: \"desk@shop.example\"")
            .Says("Last", "from: \"${var:Who}\"")
            .Says("solution.yaml", "from: \"etl@shop.example\""),
        ["send_mail_to_a_parameter"] = new PackageCase(Of(
            Mail("Tell", "From=\"etl@shop.example\" To=\"\"", Expression("ToLine", "@[$Package::Who]")),
            more: Given("Who", 8, "a@shop.example; b@shop.example"), connections: Both
                + PackageConnections.Of("Post", "SMTP", "SmtpServer=mail.shop.example;EnableSsl=True;")))
            .Says("Tell", "to: [\"a@shop.example\", \"b@shop.example\"]", "# its mailboxes are those of the package"),
        ["execute_process"] = new PackageCase(Of(
            Task("Pack", "Microsoft.ExecuteProcess", "<ExecuteProcessData Executable=\"C:\\tools\\pack.exe\" "
                + "Arguments=\"/q &quot;my file&quot;\" TimeOut=\"60\"/>")))
            .Says("Pack", "kind: process", "[\"C:/tools/pack.exe\", \"/q\", \"my file\"]", "packageTimeout: "),
        ["execute_process_of_any_code"] = new PackageCase(Of(
            Task("Pack", "Microsoft.ExecuteProcess", "<ExecuteProcessData Executable=\"tools/pack\" "
                + "FailTaskIfReturnCodeIsNotSuccessValue=\"False\"/>")))
            .Says("Pack", "successCodes: any"),
        ["script"] = new PackageCase(Of(
            Task("Script", "Microsoft.ScriptTask", "<ScriptProject Name=\"S\" Language=\"CSharp\" "
                + "ReadWriteVariables=\"User::Said\"><ProjectItem Name=\"ScriptMain.cs\"><![CDATA[class A { }]]>"
                + "</ProjectItem></ScriptProject>")
                + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Said")),
            Arrow("Script", "Use"), Variable("Said", 8, "")))
            .Says("Script", "null as [Said]", "class A { }").Says("Use", "dependsOn: [Script]").Opens("ORC6071"),
        ["task_without_an_equal"] = new PackageCase(Of(
            Task("Call", "Microsoft.WebServiceTask", "<WebServiceTaskData/>") + Sql("Then", "EXEC dbo.Then"),
            Arrow("Call", "Then")))
            .Says("Call", "sql: \"select 1\"").Says("Then", "dependsOn: [Call]").Opens("ORC6070"),
    };

    private static string Mail(string name, string said, string expressions = "") =>
        Task(name, "Microsoft.SendMailTask", $"<SendMailTaskData SMTPServer=\"{{Post}}\" {said} Subject=\"Done\"/>",
            expressions);

    private static string FileTask(string name, string said) =>
        Task(name, "Microsoft.FileSystemTask", $"<FileSystemData {said}/>");
}
